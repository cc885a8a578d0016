import type { CardPage, PageHub } from '@portolan/pages'
import {
  type AppSnippets,
  appSnippets,
  bestGgufFile,
  devices,
  fits,
  findLibrary,
  ggufFiles,
  type Language,
  librarySnippets,
  type LibrarySnippets,
  type ModelFacts,
  modelSnippets,
  datasetSnippets,
  spaceSnippets,
  toDatasetFacts,
  type Target,
  targetFor,
  toModelFacts,
} from '@portolan/snippets'
import type { CodeChoice } from '../../lib/code-choice.ts'
import { type HasHtml, withHtml } from '../once-html.tsx'
import { type ProofWords, proofWords } from '../proof/proof-words.server.ts'
import { markPlaceholders } from './mark-placeholders.server.ts'

export interface NoteView {
  readonly code: string
  readonly text: string
}

export interface BlockView extends HasHtml {
  readonly id: string
  readonly title: string
  readonly role: 'install' | 'login' | 'load' | 'step'
  readonly placeholders: readonly string[]
  readonly notes: readonly NoteView[]
  /** For blocks that load something. */
  readonly proof: ProofWords | null
}

/** The code panel's data. Everything is generated and highlighted on the server; the browser only displays it. */
export interface CodeData {
  readonly libraries: readonly { readonly id: string; readonly label: string; readonly languages: readonly Language[] }[]
  readonly apps: readonly { readonly id: string; readonly label: string; readonly isMacOnly: boolean }[]
  /** The library whose code is shown, or that is shown again when the application is deselected. */
  readonly library: string
  readonly label: string
  /** The library's page; `null` when the library is not in the registry. */
  readonly libraryPath: string | null
  readonly docs: string | null
  readonly language: Language
  readonly languages: readonly Language[]
  /** The application shown instead of a library's code. */
  readonly app: { readonly id: string; readonly label: string; readonly isMacOnly: boolean; readonly link: string | null } | null
  readonly blocks: readonly BlockView[]
  readonly notes: readonly NoteView[]
  /** Only the choices that change the code here. */
  readonly managers: readonly string[]
  readonly devices: readonly string[]
  /** GGUF files, if there are several, and the one that the code loads. */
  readonly files: readonly { readonly path: string; readonly label: string }[]
  readonly file: string | null
  /** Whether the code shown names the file. */
  readonly loadsFile: boolean
  readonly choice: Pick<CodeChoice, 'python' | 'javascript' | 'device'>
  readonly revision: string
  readonly pinned: boolean
  /** The choices that are not the defaults, as query parameters for a link that shows the same code. */
  readonly parameters: Readonly<Record<string, string>>
  /** URL of the same text in machine-readable form, and the download formats available. */
  readonly plainUrl: string | null
  readonly formats: readonly string[]
}

/** The choices to remember. Defaults of this repo are left out, because the user did not choose them. */
export type ChoiceToKeep = Pick<CodeChoice, 'library' | 'app' | 'language' | 'python' | 'javascript' | 'device'>

export interface CodeQuestion {
  readonly choice: CodeChoice
  readonly revision: string
  readonly pinned: boolean
  /** The requested GGUF file. */
  readonly file: string | null
  /** Other choices on the page, which the panel's links keep. */
  readonly keep: Readonly<Record<string, string>>
  /** The loader's request. */
  readonly request: Request
}

const shellName: Record<Language, string> = { python: 'python', javascript: 'javascript', shell: 'bash', csharp: 'csharp' }
const managers: Record<Language, readonly string[]> = {
  python: ['pip', 'uv', 'conda'],
  javascript: ['npm', 'pnpm', 'bun'],
  shell: ['pip', 'uv', 'conda'],
  csharp: [],
}
const formats: Record<Language, readonly string[]> = { python: ['py', 'ipynb'], javascript: ['mjs'], shell: ['sh'], csharp: ['cs'] }

export function codeData(hub: PageHub, page: CardPage, question: CodeQuestion): { code: CodeData; keep: ChoiceToKeep } | null {
  const { header } = page
  const { choice, revision, pinned } = question
  const target = targetFor(hub.origin, {
    revision,
    pinned,
    visibility: header.isPrivate ? 'private' : 'public',
    gated: header.gated,
    python: choice.python,
    javascript: choice.javascript,
    device: choice.device,
  })
  const facts = toModelFacts(question.file === null ? page.record : { ...page.record, ggufFile: question.file })
  const isModel = header.type === 'model'
  const sets = isModel
    ? modelSnippets(facts, target)
    : header.type === 'dataset'
      ? datasetSnippets(toDatasetFacts(page.record), target)
      : spaceSnippets(facts, target)
  const apps = isModel ? appSnippets(facts, target) : []
  const view = panelView(hub, { sets, apps, facts, target, question, plainUrl: isModel ? `${header.apiPath}/snippets` : null })
  if (view === null) return null
  const loadable = isModel ? ggufFiles(facts) : []
  const files = page.quantizations.rows.flatMap(({ label, files: [first], missingCount }) =>
    first && missingCount === 0 && loadable.includes(first.path) ? [{ path: first.path, label: label ?? first.path }] : [],
  )
  const file = files.length > 1 ? bestGgufFile(facts) : null
  if (file === null) return view
  const label = files.find(({ path }) => path === file)?.label ?? file
  const texts = textsShown(view.code, sets, apps)
  const isLoaded = texts.some((text) => text.includes(file) || text.includes(`:${label}`))
  const { parameters, plainUrl } = view.code
  const isAsked = file === question.file
  return {
    ...view,
    code: {
      ...view.code,
      files,
      file,
      loadsFile: isLoaded,
      parameters: isAsked ? { ...parameters, file } : parameters,
      plainUrl: isAsked && plainUrl !== null ? `${plainUrl}&file=${encodeURIComponent(file)}` : plainUrl,
    },
  }
}

function textsShown({ app, library }: CodeData, sets: readonly LibrarySnippets[], apps: readonly AppSnippets[]): string[] {
  if (app === null) return sets.find((set) => set.library === library)?.blocks.map((block) => block.code) ?? []
  return [app.link ?? '', ...(apps.find(({ id }) => id === app.id)?.steps.map((step) => step.code) ?? [])]
}

export interface PanelSources {
  /** In tab order. */
  readonly sets: readonly LibrarySnippets[]
  readonly apps: readonly AppSnippets[]
  readonly facts: ModelFacts
  readonly target: Target
  readonly question: Omit<CodeQuestion, 'revision' | 'pinned' | 'file'>
  /** URL that serves the same text, without query parameters. */
  readonly plainUrl: string | null
  /** A placeholder name in the code for the reader to replace. */
  readonly toFill?: string
}

/** Builds the panel for generated code and the available choices. Returns `null` when there is no code. */
export function panelView(hub: PageHub, sources: PanelSources): { code: CodeData; keep: ChoiceToKeep } | null {
  const { sets, apps, target, question, plainUrl } = sources
  const { choice, keep: kept, request } = question
  const set = chosenSet(sets, choice)
  const main = sets[0]
  if (!set || !main) return null
  const app = apps.find(({ id }) => id === choice.app) ?? null
  const language = set.languages.find((each) => each === choice.language) ?? set.languages[0] ?? 'python'
  const blocks = set.blocks.filter((block) => fits(block, language))
  const hasInstall = app === null && blocks.some(({ role }) => role === 'install')
  const defaultLanguage = set.languages[0] ?? null
  const parameters: Record<string, string> = {
    ...kept,
    ...(app === null ? { library: set.library, language } : { app: app.id }),
    ...(choice.python === 'pip' ? {} : { python: choice.python }),
    ...(choice.javascript === 'npm' ? {} : { javascript: choice.javascript }),
    ...(choice.device === 'auto' ? {} : { device: choice.device }),
    ...(target.revision === 'main' && target.pinned !== true ? {} : { revision: target.revision }),
  }
  const query = new URLSearchParams({
    ...(app === null ? { library: set.library, language } : { app: app.id }),
    revision: target.revision,
    python: choice.python,
    javascript: choice.javascript,
    device: choice.device,
  })
  const toFill = sources.toFill === undefined ? [] : [sources.toFill]
  const shown = ({ code, language: own, placeholders: own2 }: { code: string; language: Language; placeholders: readonly string[] }) => {
    const placeholders = [...toFill.filter((each) => code.includes(each)), ...own2]
    return { placeholders, html: markPlaceholders(hub.highlight(code, shellName[own]), code, placeholders) }
  }
  return {
    keep: {
      library: app === null && set !== main ? set.library : null,
      app: app?.id ?? null,
      language: app === null && language !== defaultLanguage ? language : null,
      python: choice.python,
      javascript: choice.javascript,
      device: choice.device,
    },
    code: {
      libraries: sets.map(({ library, label, languages }) => ({ id: library, label, languages })),
      apps: apps.map(({ id, label, isMacOnly }) => ({ id, label, isMacOnly })),
      library: set.library,
      label: set.label,
      libraryPath: findLibrary(set.library) === null ? null : `/libraries/${set.library}`,
      docs: app === null ? set.docs : app.docs,
      language,
      languages: set.languages,
      app: app === null ? null : { id: app.id, label: app.label, isMacOnly: app.isMacOnly, link: app.link },
      blocks:
        app === null
          ? blocks.map(({ id, title, role, notes, proof, ...block }) => {
              const { placeholders, html } = shown(block)
              const view = { id, title, role, placeholders, notes, proof: role === 'load' ? proofWords(proof, set.library) : null }
              return withHtml(view, html, request)
            })
          : app.steps.map(({ id, title, notes, ...step }) => {
              const { placeholders, html } = shown(step)
              return withHtml({ id: `${app.id}/${id}`, title, role: 'step' as const, placeholders, notes, proof: null }, html, request)
            }),
      notes: app === null ? set.notes : app.notes,
      managers: hasInstall ? managers[language] : [],
      devices: app === null && deviceMatters(set, language, sources) ? devices : [],
      files: [],
      file: null,
      loadsFile: false,
      choice: { python: choice.python, javascript: choice.javascript, device: choice.device },
      revision: target.revision,
      pinned: target.pinned === true,
      parameters,
      plainUrl: plainUrl === null ? null : `${plainUrl}?${query.toString()}`,
      formats: app === null ? formats[language] : [],
    },
  }
}

/** Picks the library requested in the URL, then one for the requested language, then the remembered one, then the first. */
function chosenSet(sets: readonly LibrarySnippets[], choice: CodeChoice): LibrarySnippets | undefined {
  const asked = sets.find(({ library }) => library === choice.library)
  if (asked && (choice.language === null || asked.languages.includes(choice.language))) return asked
  const spoken = sets.find(({ languages }) => choice.language !== null && languages.includes(choice.language))
  return (choice.isAsked ? (asked ?? spoken) : (spoken ?? asked)) ?? sets[0]
}

/** Whether choosing another device changes the code. */
function deviceMatters(set: LibrarySnippets, language: Language, { facts, target }: PanelSources): boolean {
  const library = findLibrary(set.library)
  if (library === null) return false
  const code = (device: Target['device']) =>
    librarySnippets(library, facts, { ...target, device })
      .blocks.filter((block) => fits(block, language))
      .map((block) => block.code)
      .join('\n')
  return code('cuda') !== code('cpu')
}
