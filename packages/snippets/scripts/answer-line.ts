import {
  findLibrary,
  localApps,
  printApp,
  inferenceSnippets,
  librarySnippets,
  type LibrarySnippets,
  type ModelFacts,
  type Note,
  readInferenceOptions,
  type Target,
  toModelFacts,
} from '../src/index.ts'

interface AnsweredSnippet {
  readonly language: string
  readonly title: string
  /** Shell commands to run first. */
  readonly install?: string
  readonly code: string
  readonly notes: readonly Note[]
}

type LibraryAnswer =
  | { readonly key: string; readonly snippets: readonly AnsweredSnippet[] }
  | { readonly key: string | null; readonly none: string; readonly reason: string }

interface AppAnswer {
  /** Whether a page offers the application for the model. */
  readonly shown: boolean
  /** Commands, or a link that opens the application (`language: 'link'`); empty when it is not shown. */
  readonly snippets: readonly AnsweredSnippet[]
}

/** One HTTP call; `language` is `python`, `js` or `sh`, as in the published package. */
type InferenceLineAnswer = { readonly provider: string | null; readonly opts: unknown } & (
  | { readonly snippets: readonly { readonly language: string; readonly client: string; readonly code: string }[] }
  | { readonly code: string; readonly reason: string }
)

export type LineAnswer =
  | {
      readonly case: unknown
      readonly id: string
      readonly library: LibraryAnswer
      readonly inference: readonly InferenceLineAnswer[]
      readonly apps: Readonly<Record<string, AppAnswer>>
    }
  | { readonly case: unknown; readonly id: string | null; readonly error: { readonly code: string; readonly text: string } }

/**
 * The answer to one line of JSON: `{ case, model, inference? }`, the model in the format of the API. Never throws.
 * @param log called for every call without a snippet
 */
export function answerLine(line: string, target: Target, log?: (line: string) => void): LineAnswer {
  const parsed = parse(line)
  const name = field(parsed, 'case') ?? null
  if (!isRecord(parsed)) return { case: name, id: null, error: { code: 'line.not_json_object', text: 'The line is no JSON object.' } }
  const model = field(parsed, 'model')
  if (!isRecord(model))
    return { case: name, id: null, error: { code: 'record.model_missing', text: 'The field model is missing, or no object.' } }
  const id = field(model, 'id')
  if (typeof id !== 'string' || id.trim() === '')
    return { case: name, id: null, error: { code: 'record.id_missing', text: 'The id of the model is missing, or no text.' } }
  const facts = toModelFacts(model)
  return {
    case: name,
    id,
    library: libraryAnswer(facts, target),
    inference: inferenceAnswers(field(parsed, 'inference'), facts, target, log),
    apps: appAnswers(facts, target),
  }
}

function inferenceAnswers(calls: unknown, facts: ModelFacts, target: Target, log?: (line: string) => void): InferenceLineAnswer[] {
  if (calls === undefined || calls === null) return []
  if (!Array.isArray(calls)) return [malformed(null, {}, 'The field inference is no list.')]
  return (calls as unknown[]).map((call) => {
    const provider = field(call, 'provider')
    const opts = withoutToken(field(call, 'opts') ?? {})
    if (!isRecord(call)) return malformed(null, {}, 'The call is no object.')
    if (typeof provider !== 'string') return malformed(null, opts, 'The provider of the call is missing, or no text.')
    const mapping = field(call, 'mapping') ?? null
    if (mapping !== null && !isRecord(mapping)) return malformed(provider, opts, 'The mapping of the call is no object.')
    if (!isRecord(opts)) return malformed(provider, opts, 'The options of the call are no object.')
    const answer = inferenceSnippets(
      facts,
      target,
      { provider, ...(mapping === null ? {} : { mapping }), opts: readInferenceOptions(field(call, 'opts')) },
      log,
    )
    if ('reason' in answer) return { provider, opts, code: answer.reason.code, reason: answer.reason.text }
    return {
      provider,
      opts,
      snippets: answer.snippets.map(({ language, client, code }) => ({ language: publishedNames[language], client, code })),
    }
  })
}

const publishedNames = { python: 'python', javascript: 'js', shell: 'sh' } as const

function malformed(provider: string | null, opts: unknown, reason: string): InferenceLineAnswer {
  return { provider, opts, code: 'call.malformed', reason }
}

/** The options as given, except for a live token, which is never printed. */
function withoutToken(opts: unknown): unknown {
  if (!isRecord(opts)) return opts
  return Object.fromEntries(Object.entries(opts).filter(([name]) => name !== 'accessToken'))
}

function libraryAnswer(facts: ModelFacts, target: Target): LibraryAnswer {
  if (facts.library === null) return { key: null, none: 'library-missing', reason: 'The record names no library.' }
  const library = findLibrary(facts.library)
  if (library === null)
    return { key: facts.library, none: 'library-unknown', reason: `The registry has no library ${JSON.stringify(facts.library)}.` }
  return { key: facts.library, snippets: flatten(librarySnippets(library, facts, target)) }
}

/** A loading block, with the lines that prepare its language, and all notes of the set. */
function flatten({ blocks, notes }: LibrarySnippets): AnsweredSnippet[] {
  const install = (forJavaScript: boolean) =>
    blocks
      .filter(({ role, id }) => role === 'install' && id.endsWith('/install-js') === forJavaScript)
      .map(({ code }) => code)
      .join('')
  return blocks
    .filter(({ role }) => role === 'load')
    .map((block) => {
      const before = block.language === 'csharp' ? '' : install(block.language === 'javascript')
      return {
        language: block.language,
        title: block.title,
        ...(before === '' ? {} : { install: before }),
        code: block.code,
        notes: [...notes, ...block.notes],
      }
    })
}

function appAnswers(facts: ModelFacts, target: Target): Record<string, AppAnswer> {
  return Object.fromEntries<AppAnswer>(
    localApps.map((app): [string, AppAnswer] => {
      if (!app.offers(facts)) return [app.id, { shown: false, snippets: [] }]
      const { label, link, steps, notes } = printApp(app, facts, target)
      const opened = link === null ? [] : [{ language: 'link', title: `Open in ${label}`, code: link, notes }]
      const commands = steps.map(({ language, title, code, notes: own }) => ({ language, title, code, notes: [...notes, ...own] }))
      return [app.id, { shown: true, snippets: [...opened, ...commands] }]
    }),
  )
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    // The caller reports it in its answer: invalid JSON is not an object either.
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function field(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
}
