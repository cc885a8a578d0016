import { type Block, type Language, printBlock } from './code/index.ts'
import { LazyFacts } from './facts/lazy-facts.ts'
import type { ModelFacts } from './facts/model-facts.ts'
import type { DatasetFacts } from './datasets/dataset-facts.ts'
import { type DatasetLibrary, isDatasetLibraryOffered } from './datasets/dataset-library.ts'
import { datasetLibraries } from './datasets/registry.ts'
import { fileDrafts, type RepoKind } from './libraries/files.ts'
import { type Draft, type Install, isOffered, type Library, type Note } from './library.ts'
import { checkout, javascriptInstall, login, loginTitle, pythonInstall } from './prepare-blocks.ts'
import { FactsMemo } from './memo.ts'
import { PerTarget } from './per-target.ts'
import { proofOf, type ProofEntry } from './proofs/proof.ts'
import { allLibraries, findLibrary } from './registry.ts'
import { needsLogin, type Target } from './target.ts'

export interface SnippetBlock {
  /** Stable: `transformers/pipeline`. */
  readonly id: string
  readonly title: string
  readonly language: Language
  readonly role: 'install' | 'login' | 'load'
  /** Ends in a newline; the copied text is the shown text. */
  readonly code: string
  /** Placeholders for the reader to fill in, as they appear in the code. */
  readonly placeholders: readonly string[]
  readonly notes: readonly Note[]
  /** What was verified; `null` when verification was not possible. */
  readonly proof: ProofEntry | null
}

export interface LibrarySnippets {
  readonly library: string
  readonly label: string
  readonly docs: string | null
  /** Languages of the loading blocks; the first is the default. */
  readonly languages: readonly Language[]
  readonly blocks: readonly SnippetBlock[]
  readonly notes: readonly Note[]
}

export interface SnippetFilter {
  readonly library?: string
  readonly language?: Language
}

/**
 * All code for a model: its own library first, then the others that load it, then how to download its files.
 * Never throws, whatever the record contains.
 */
export function modelSnippets(facts: ModelFacts, target: Target, filter: SnippetFilter = {}): LibrarySnippets[] {
  const own = facts.library === null ? null : findLibrary(facts.library)
  const others = allLibraries().filter((library) => library !== own && isOffered(library, facts))
  const sets = [...(own ? [own] : []), ...others].map((library) => librarySnippets(library, facts, target))
  const unknown: Note[] =
    own === null && facts.library !== null
      ? [
          {
            code: 'library-unknown',
            text: `There is no code for the library ${facts.library} yet. This fetches the files; its own documentation says how to load them.`,
          },
        ]
      : []
  return select([...sets, fileSnippets(facts, target, 'model', unknown)], filter)
}

/** Code for a Space: how to download its files. */
export function spaceSnippets(facts: Pick<ModelFacts, 'id'>, target: Target, filter: SnippetFilter = {}): LibrarySnippets[] {
  return select([fileSnippets(facts, target, 'space', [])], filter)
}

/** All code for a dataset: the libraries that read it, then how to download its files. Never throws, whatever the record contains. */
export function datasetSnippets(facts: DatasetFacts, target: Target, filter: SnippetFilter = {}): LibrarySnippets[] {
  const offered = datasetLibraries.filter((library) => isDatasetLibraryOffered(library, facts))
  const sets = offered.map((library) => assemble(datasetParts(library, facts, target), target))
  return select([...sets, fileSnippets(facts, target, 'dataset', [])], filter)
}

/** The code of one dataset library, whether or not it is offered, before printing: for proving the printed code. */
export function datasetPlan(library: DatasetLibrary, facts: DatasetFacts, target: Target): readonly PlannedBlock[] {
  return plan(datasetParts(library, facts, target), target).blocks
}

function datasetParts(library: DatasetLibrary, facts: DatasetFacts, target: Target): Parts {
  const { id, label, docs = library.repo } = library
  const made = library.snippets?.(facts, target)
  if (made) return { id, label, docs, install: library.install?.(facts) ?? {}, drafts: made.drafts, notes: made.notes ?? [] }
  return { id, label, docs, install: clients, drafts: fileDrafts(facts, target, 'dataset'), notes: [noLoader(library)], provenAs: 'files' }
}

/** The code of one library for a model, whether or not the model names it. Never empty: without code of its own, it downloads the files. */
export function librarySnippets(library: Library, facts: ModelFacts, target: Target): LibrarySnippets {
  if (!(facts instanceof LazyFacts)) return assemble(partsOf(library, facts, target), target)
  return memoOf(library, target).answer(facts, () => assemble(partsOf(library, facts, target), target))
}

/** Printed results by target and library: pages request the same models again and again. */
const memos = new PerTarget(() => new Map<Library, FactsMemo<LibrarySnippets>>())

function memoOf(library: Library, target: Target): FactsMemo<LibrarySnippets> {
  const ofTarget = memos.of(target)
  let memo = ofTarget.get(library)
  if (!memo) {
    memo = new FactsMemo()
    ofTarget.set(library, memo)
  }
  return memo
}

/** {@link librarySnippets} before printing: for proving the printed code. */
export function libraryPlan(library: Library, facts: ModelFacts, target: Target): readonly PlannedBlock[] {
  return plan(partsOf(library, facts, target), target).blocks
}

/** How to download a model's files, before printing. */
export function filesPlan(facts: ModelFacts, target: Target): readonly PlannedBlock[] {
  return plan({ id: 'files', drafts: fileDrafts(facts, target, 'model'), install: clients }, target).blocks
}

function partsOf(library: Library, facts: ModelFacts, target: Target): Parts {
  const about = { id: library.id, label: library.label, docs: library.docs ?? library.repo }
  const { drafts, notes = [] } = library.snippets?.(facts, target) ?? { drafts: [], notes: [noLoader(library)] }
  if (drafts.length > 0) return { ...about, install: library.install?.(facts) ?? {}, drafts, notes }
  return { ...about, install: clients, drafts: fileDrafts(facts, target, 'model'), notes, provenAs: 'files' }
}

function noLoader({ label }: Pick<Library, 'label'>): Note {
  return {
    code: 'no-loader',
    text: `${label} documents no call that loads a repository of a hub. This fetches the files at this revision; its own documentation says how to use them.`,
  }
}

/** Imports of the code that downloads files. */
const clients: Install = { python: ['huggingface_hub'], conda: ['huggingface_hub'], javascript: ['@huggingface/hub'] }

function fileSnippets(facts: Pick<ModelFacts, 'id'>, target: Target, kind: RepoKind, notes: readonly Note[]): LibrarySnippets {
  return assemble(
    {
      id: 'files',
      label: 'Files',
      docs: 'https://huggingface.co/docs/huggingface_hub',
      install: clients,
      drafts: fileDrafts(facts, target, kind),
      notes,
    },
    target,
  )
}

interface Parts {
  readonly id: string
  readonly label: string
  readonly docs: string | null
  readonly install: Install
  readonly drafts: readonly Draft[]
  /** The library whose record covers the drafts, if it is another one. */
  readonly provenAs?: string
  readonly notes: readonly Note[]
}

/** A block before printing. */
export interface PlannedBlock {
  readonly id: string
  readonly title: string
  readonly role: SnippetBlock['role']
  readonly code: Block
  readonly notes: readonly Note[]
  readonly proof: ProofEntry | null
  /** The key its runs are recorded under; `null` when nothing is run. */
  readonly runKey: string | null
  /** It requires a release other than the current one. */
  readonly otherRelease: boolean
}

interface Plan {
  readonly languages: readonly Language[]
  readonly blocks: readonly PlannedBlock[]
}

function plan({ id, drafts, install, provenAs = id }: Pick<Parts, 'id' | 'drafts' | 'install' | 'provenAs'>, target: Target): Plan {
  const languages = [...new Set(drafts.map(({ code }) => code.language))]
  const blocks: PlannedBlock[] = []
  const prepare = (name: string, title: string, role: SnippetBlock['role'], code: Block, notes: readonly Note[] = []) => {
    blocks.push({ id: `${id}/${name}`, title, role, code, notes, proof: null, runKey: null, otherRelease: false })
  }
  const usesPython = languages.some((language) => language === 'python' || language === 'shell')
  if (install.tool && drafts.length > 0) prepare('install-tool', 'Install', 'install', install.tool)
  if (install.checkout && drafts.length > 0)
    prepare('checkout', 'Get the code, and work in its folder', 'install', checkout(install.checkout, target))
  if (install.python && usesPython) {
    const withPip = target.python === 'conda' && !install.conda
    prepare(
      'install',
      'Install',
      'install',
      pythonInstall(install, target),
      withPip ? [{ code: 'no-conda', text: 'Not on conda-forge as one set: pip installs it into the active environment.' }] : [],
    )
  }
  if (install.javascript && languages.includes('javascript'))
    prepare('install-js', 'Install', 'install', javascriptInstall(install, target))
  if (needsLogin(target)) prepare('login', loginTitle(languages), 'login', login(target, languages))
  for (const { id: name, title, code, notes = [], proofId = name, otherRelease = false } of drafts)
    blocks.push({
      id: `${id}/${name}`,
      title,
      role: 'load',
      code,
      notes,
      proof: forDevice(proofOf(provenAs, proofId, otherRelease), target),
      runKey: `${provenAs}/${proofId}`,
      otherRelease,
    })
  return { languages, blocks }
}

/** Code was run on CPUs: for a graphics card, no more is claimed than that its names exist. */
function forDevice(proof: ProofEntry | null, { device }: Target): ProofEntry | null {
  return proof?.level === 'runs' && (device === 'cuda' || device === 'mps') ? { ...proof, level: 'names' } : proof
}

function assemble(parts: Parts, target: Target): LibrarySnippets {
  const { languages, blocks } = plan(parts, target)
  return {
    library: parts.id,
    label: parts.label,
    docs: parts.docs,
    languages,
    blocks: blocks.map(({ id, title, role, code, notes, proof }) => ({
      id,
      title,
      role,
      language: code.language,
      ...printBlock(code),
      notes,
      proof,
    })),
    notes: parts.notes,
  }
}

function select(sets: readonly LibrarySnippets[], { library, language }: SnippetFilter): LibrarySnippets[] {
  return sets
    .filter((set) => library === undefined || set.library === library || set.library === findLibrary(library)?.id)
    .map((set) =>
      language === undefined
        ? set
        : {
            ...set,
            languages: set.languages.filter((each) => each === language),
            blocks: set.blocks.filter((block) => fits(block, language)),
          },
    )
    .filter((set) => set.blocks.some(({ role }) => role === 'load'))
}

/** Install and login lines are shell; they belong to the language they prepare. */
export function fits(block: Pick<SnippetBlock, 'id' | 'role' | 'language'>, language: Language): boolean {
  if (block.role === 'load') return block.language === language
  if (block.role === 'login') return true
  return block.id.endsWith('/install-js') ? language === 'javascript' : language === 'python' || language === 'shell'
}
