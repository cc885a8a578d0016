import { type Block, type Language, lines, printBlock, sh, when } from './code/index.ts'
import type { ModelFacts } from './facts/model-facts.ts'
import { datasetDrafts, fileDrafts, type RepoKind } from './libraries/files.ts'
import { type Draft, type Install, isOffered, type Library, type Note } from './library.ts'
import { shellEndpoint } from './preamble.ts'
import { proofOf, type Proof } from './proofs/proof.ts'
import { allLibraries, findLibrary } from './registry.ts'
import { needsLogin, type Target } from './target.ts'

export interface SnippetBlock {
  /** Stable: `transformers/pipeline`. */
  readonly id: string
  readonly title: string
  readonly language: Language
  readonly role: 'install' | 'login' | 'load'
  /** Ends in a newline; what is shown is what is copied. */
  readonly code: string
  /** What the reader has to fill in, as it stands in the code. */
  readonly placeholders: readonly string[]
  readonly notes: readonly Note[]
  /** What was checked; `null` when nobody could. */
  readonly proof: Proof | null
}

export interface LibrarySnippets {
  readonly library: string
  readonly label: string
  readonly docs: string | null
  /** Languages of the blocks that load, the first one being the default. */
  readonly languages: readonly Language[]
  readonly blocks: readonly SnippetBlock[]
  readonly notes: readonly Note[]
}

export interface SnippetFilter {
  readonly library?: string
  readonly language?: Language
}

/**
 * All code for a model: its own library first, then the others that load it, then how to fetch its files.
 * Never throws for what the record holds.
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

/** Code for a dataset or a Space. */
export function repoSnippets(
  facts: ModelFacts,
  target: Target,
  kind: Exclude<RepoKind, 'model'>,
  filter: SnippetFilter = {},
): LibrarySnippets[] {
  const files = fileSnippets(facts, target, kind, [])
  if (kind === 'space') return select([files], filter)
  const install: Install = { python: ['datasets'], conda: ['datasets'] }
  return select(
    [
      assemble(
        {
          id: 'datasets',
          label: 'Datasets',
          docs: 'https://huggingface.co/docs/datasets',
          install,
          drafts: datasetDrafts(facts, target),
          notes: [],
        },
        target,
      ),
      files,
    ],
    filter,
  )
}

function librarySnippets(library: Library, facts: ModelFacts, target: Target): LibrarySnippets {
  const docs = library.docs ?? library.repo
  if (!library.snippets) {
    const notes: Note[] = [
      {
        code: 'no-loader',
        text: `${library.label} documents no call that loads a repository of a hub. This fetches the files at this revision; its own documentation says how to use them.`,
      },
    ]
    return assemble(
      { id: library.id, label: library.label, docs, install: clients, drafts: fileDrafts(facts, target, 'model'), notes },
      target,
    )
  }
  const { drafts, notes = [] } = library.snippets(facts, target)
  return assemble({ id: library.id, label: library.label, docs, install: library.install?.(facts) ?? {}, drafts, notes }, target)
}

/** What the code that fetches files imports. */
const clients: Install = { python: ['huggingface_hub'], conda: ['huggingface_hub'], javascript: ['@huggingface/hub'] }

function fileSnippets(facts: ModelFacts, target: Target, kind: RepoKind, notes: readonly Note[]): LibrarySnippets {
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
  readonly notes: readonly Note[]
}

function assemble(parts: Parts, target: Target): LibrarySnippets {
  const { id, drafts, install } = parts
  const languages = [...new Set(drafts.map(({ code }) => code.language))]
  const blocks: SnippetBlock[] = []
  const block = (
    name: string,
    title: string,
    role: SnippetBlock['role'],
    code: Block,
    draft?: Draft,
    notes: readonly Note[] = draft?.notes ?? [],
  ) => {
    const printed = printBlock(code)
    blocks.push({
      id: `${id}/${name}`,
      title,
      language: code.language,
      role,
      ...printed,
      notes,
      proof: draft ? proofOf(id, draft.proofId ?? draft.id, draft.otherRelease) : null,
    })
  }
  if (drafts.length > 0 && install.tool) block('install-tool', 'Install', 'install', install.tool)
  if (drafts.length > 0 && install.checkout)
    block('checkout', 'Get the code, and work in its folder', 'install', checkout(install.checkout, target))
  if (install.python && languages.some((language) => language === 'python' || language === 'shell')) {
    const withPip = target.python === 'conda' && !install.conda
    block(
      'install',
      'Install',
      'install',
      pythonInstall(install, target),
      undefined,
      withPip ? [{ code: 'no-conda', text: 'Not on conda-forge as one set: pip installs it into the active environment.' }] : [],
    )
  }
  if (install.javascript && languages.includes('javascript')) block('install-js', 'Install', 'install', javascriptInstall(install, target))
  if (needsLogin(target)) block('login', loginTitle(languages), 'login', login(target, languages))
  for (const draft of drafts) block(draft.id, draft.title, 'load', draft.code, draft)
  return { library: id, label: parts.label, docs: parts.docs, languages, blocks, notes: parts.notes }
}

function checkout({ url, requirements, editable }: NonNullable<Install['checkout']>, target: Target): Block {
  const name = url.replace(/\.git$/, '').replace(/^.*\//, '')
  const pip = target.python === 'uv' ? sh`uv pip install` : sh`pip install`
  return lines('shell', [
    sh`git clone ${url}`,
    sh`cd ${name}`,
    when(requirements !== undefined, sh`${pip} -r ${requirements ?? ''}`),
    when(editable !== undefined, sh`${pip} -e ${editable ?? ''}`),
  ])
}

function pythonInstall(install: Install, target: Target): Block {
  if (target.python === 'conda' && install.conda) return sh`conda install -c conda-forge ${words(install.conda)}`
  if (target.python === 'uv') return sh`uv pip install -U ${words(install.python ?? [])}`
  return sh`pip install -U ${words(install.python ?? [])}`
}

function javascriptInstall(install: Install, target: Target): Block {
  const names = words(install.javascript ?? [])
  return { npm: sh`npm install ${names}`, pnpm: sh`pnpm add ${names}`, bun: sh`bun add ${names}` }[target.javascript]
}

function words(names: readonly string[]): Block {
  return names.reduce<Block | null>((all, name) => (all === null ? sh`${name}` : sh`${all} ${name}`), null) ?? sh``
}

/**
 * Tokens appear by name only: the command asks for one and keeps it where the Python clients look. JavaScript clients keep none, so the code
 * reads it from the environment.
 */
function login(target: Target, languages: readonly Language[]): Block {
  const ask = sh`hf auth login`
  const read = sh`read -rs HF_TOKEN && export HF_TOKEN`
  const onlyJavaScript = languages.every((language) => language === 'javascript')
  if (onlyJavaScript) return read
  return lines('shell', [shellEndpoint(target), ask, when(languages.includes('javascript'), read)])
}

function loginTitle(languages: readonly Language[]): string {
  return languages.includes('javascript') ? 'Sign in: paste a token when it waits, nothing is shown' : 'Sign in, once'
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

/** Install and login lines are shell, and belong to the language they prepare. */
export function fits(block: Pick<SnippetBlock, 'id' | 'role' | 'language'>, language: Language): boolean {
  if (block.role === 'load') return block.language === language
  if (block.role === 'login') return true
  return block.id.endsWith('/install-js') ? language === 'javascript' : language === 'python' || language === 'shell'
}
