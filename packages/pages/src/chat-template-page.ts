import { formatTemplate, TemplateSyntaxError } from '@portolan/chat-template'
import { type Actor, type Hub, contentKey, hubCache, readRepoFacts } from '@portolan/hub'
import { highlightTemplate } from '@portolan/markdown'
import { loadRepo, type RepoHeaderView } from './repo-view.ts'

export interface ChatTemplatePage {
  readonly header: RepoHeaderView
  readonly movedTo: string | null
  /** `default`, and the model's other templates, such as `tool_use`. */
  readonly names: readonly string[]
  readonly template: ShownTemplate | null
}

export interface ShownTemplate {
  readonly name: string
  /** The file that contains it; `null` for the header of a GGUF file. */
  readonly path: string | null
  readonly source: string
  /** Highlighted: formatted, or as is. */
  readonly html: string
  readonly lines: number
  /** Why it is not formatted. */
  readonly problem: { readonly code: string; readonly message: string; readonly line: number; readonly column: number } | null
  /** `bos_token` and other variables used in templates, with the tokenizer's values. */
  readonly specialTokens: Readonly<Record<string, string>>
}

interface Found {
  readonly name: string
  readonly path: string | null
  readonly source: string
}

/**
 * Longer templates are shown as is, without highlighting. The longest published one we know of has 33,000; the worst of this length keeps the server busy
 * for a tenth of a second. Characters.
 */
const longestFormatted = 50_000

type View = Pick<ShownTemplate, 'html' | 'lines' | 'problem'>

/** Repeated requests for a page cost nothing. */
const viewCache = hubCache<View>('chat-templates', {
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: ({ html }, key) => html.length + key.length,
})

/**
 * A model's chat templates, with one selected.
 * @param name of a template; the default one if no template has that name
 */
export async function chatTemplatePage(
  hub: Hub,
  actor: Actor,
  fullName: string,
  { name, asItStands }: { name: string | null; asItStands: boolean },
): Promise<ChatTemplatePage> {
  const { repo, header, movedTo } = await loadRepo(hub, actor, 'model', fullName)
  const facts = await readRepoFacts(hub, repo)
  const found = chatTemplates(facts?.config ?? null, facts?.gguf ?? null)
  const chosen = found.find((each) => each.name === name) ?? found.find((each) => each.name === 'default') ?? found[0]
  const tokenizer = { ...objectAt(facts?.config, 'tokenizer_config'), ...facts?.gguf }
  return {
    header,
    movedTo,
    names: found.map((each) => each.name),
    template: chosen ? { ...chosen, ...shown(hub, chosen.source, asItStands), specialTokens: tokensOf(tokenizer) } : null,
  }
}

/** Every chat template of a model, in the order in which clients look: a separate file, the tokenizer, the processor, a GGUF header. */
export function chatTemplates(config: Readonly<Record<string, unknown>> | null, gguf: Readonly<Record<string, unknown>> | null): Found[] {
  const found: Found[] = []
  const add = (name: string, path: string | null, source: unknown) => {
    if (typeof source === 'string' && source.trim() !== '' && !found.some((each) => each.name === name)) found.push({ name, path, source })
  }
  add('default', 'chat_template.jinja', config?.['chat_template_jinja'])
  const inTokenizer = objectAt(config, 'tokenizer_config')['chat_template']
  if (Array.isArray(inTokenizer)) {
    for (const each of inTokenizer as ({ name?: unknown; template?: unknown } | null)[])
      if (typeof each?.name === 'string') add(each.name, 'tokenizer_config.json', each.template)
  } else add('default', 'tokenizer_config.json', inTokenizer)
  add('default', 'processor_config.json', objectAt(config, 'processor_config')['chat_template'])
  add('default', null, gguf?.['chat_template'])
  return found
}

function shown(hub: Hub, source: string, asItStands: boolean): View {
  const views = viewCache(hub)
  const key = contentKey(asItStands ? 'source' : 'formatted', source)
  const known = views.get(key)
  if (known) return known
  const isLong = source.length > longestFormatted
  let text = source
  let problem: ShownTemplate['problem'] = null
  if (isLong) {
    const message = `it has ${source.length.toLocaleString('en')} characters, and up to ${longestFormatted.toLocaleString('en')} are read`
    problem = { code: 'chat_template.too_long', message, line: 1, column: 1 }
  } else {
    try {
      const formatted = formatTemplate(source)
      if (!asItStands) text = formatted
    } catch (error) {
      if (!(error instanceof TemplateSyntaxError)) throw error
      const { code, message, line, column } = error
      problem = { code, message, line, column }
    }
  }
  text = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '')
  const view = { html: highlightTemplate(text, { colors: !isLong }), lines: text.split('\n').length, problem }
  views.set(key, view)
  return view
}

const tokenNames = ['bos_token', 'eos_token', 'unk_token', 'pad_token'] as const

function tokensOf(tokenizer: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    tokenNames.flatMap((name) => {
      const token = tokenizer[name]
      return typeof token === 'string' ? [[name, token] as const] : []
    }),
  )
}

function objectAt(parent: Readonly<Record<string, unknown>> | null | undefined, key: string): Record<string, unknown> {
  const value = parent?.[key]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
