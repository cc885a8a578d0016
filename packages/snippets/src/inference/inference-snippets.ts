import { type Block, printBlock } from '../code/index.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { isObject } from '../facts/values.ts'
import type { Note } from '../library.ts'
import { PerTarget } from '../per-target.ts'
import { javascriptInstall, pythonInstall } from '../prepare-blocks.ts'
import type { Target } from '../target.ts'
import { answerKey, type AnswerTemplate, placeholderFor, toTemplate } from './answer-memo.ts'
import { filesOf, UnfitInput } from './bodies/body.ts'
import type { Client, ClientDraft, ClientTemplate } from './clients/client.ts'
import { curlClient } from './clients/curl.ts'
import { falClient } from './clients/fal-client.ts'
import { fetchClient } from './clients/js-fetch.ts'
import { javascriptHubClient } from './clients/js-hub.ts'
import { javascriptOpenaiClient } from './clients/js-openai.ts'
import { pythonHubClient } from './clients/python-hub.ts'
import { pythonOpenaiClient } from './clients/python-openai.ts'
import { requestsClient } from './clients/requests.ts'
import { type CheckedCall, type InferenceFacts, refuse, resolveCall } from './resolve-call.ts'
import { templateOf } from './templates.ts'
import type { InferenceAnswer, InferenceCall, InferenceClient, InferenceLanguage, InferenceSnippet } from './types.ts'

/** In tab order: the first one is shown by default. */
const clients: readonly Client[] = [
  pythonOpenaiClient,
  pythonHubClient,
  falClient,
  requestsClient,
  javascriptOpenaiClient,
  javascriptHubClient,
  fetchClient,
  curlClient,
]

/** A snippet before printing: for proving the printed code. */
export interface PlannedSnippet {
  readonly language: InferenceLanguage
  readonly client: InferenceClient
  readonly title: string
  readonly install: Block | null
  readonly draft: ClientDraft
}

/** Called with one line when a call has no snippet. */
export type Log = (line: string) => void

/**
 * The code that calls a model over HTTP, for every client that supports the call: one request, printed by each. Nothing in the record or the call is
 * trusted, and no value of them makes it throw. Without a snippet, there is a reason.
 */
export function inferenceSnippets(facts: ModelFacts, target: Target, given: InferenceCall, log?: Log): InferenceAnswer {
  const call: InferenceCall = isObject(given) ? given : { provider: '' }
  const answer = remembered(facts, target, call) ?? printAnswer(facts, target, call)
  if ('reason' in answer)
    log?.(
      `No inference snippets for ${JSON.stringify(facts.id)} at ${JSON.stringify(call.provider)}: ${answer.reason.code}: ${answer.reason.text}`,
    )
  return answer
}

/** Like {@link inferenceSnippets}, without the cache. */
export function printAnswer(facts: InferenceFacts, target: Target, call: InferenceCall): InferenceAnswer {
  const planned = planInference(facts, target, call)
  if ('reason' in planned) return planned
  return { snippets: planned.snippets.map((snippet) => printSnippet(snippet, planned.call)) }
}

const templatesOf = new PerTarget(() => new Map<string, AnswerTemplate>())
/** Cached answers per target: a page requests few. Beyond that, the cache is cleared. */
const limit = 2000

/** The answer to an equal call for another model, with this model's id inserted; `null` when it has to be printed. */
function remembered(facts: ModelFacts, target: Target, call: InferenceCall): InferenceAnswer | null {
  const { id } = facts
  const placeholder = placeholderFor(id, call.provider)
  if (placeholder === null) return null
  const own = { task: facts.task, library: facts.library, maskToken: facts.maskToken }
  const key = answerKey(id, [own.task, own.library, own.maskToken], call)
  if (key === null || key.includes(placeholder)) return null
  const templates = templatesOf.of(target)
  let template = templates.get(key)
  if (!template) {
    template = toTemplate(printAnswer({ ...own, id: placeholder }, target, call), placeholder)
    if (templates.size >= limit) templates.clear()
    templates.set(key, template)
  }
  return template(id)
}

type Planned = { readonly call: CheckedCall; readonly snippets: readonly PlannedSnippet[] } | Extract<InferenceAnswer, { reason: unknown }>

/** Like {@link inferenceSnippets}, before printing. */
export function planInference(facts: InferenceFacts, target: Target, given: InferenceCall): Planned {
  const call = resolveCall(facts, target, given)
  if ('reason' in call) return call
  const name = templateOf(call)
  const snippets: PlannedSnippet[] = []
  const refusals: string[] = []
  for (const { language, client, title, templates } of clients) {
    const template = templates[name]
    if (template === undefined || !isOffered(call, client)) continue
    const draft = draftOf(template, call)
    if ('refuses' in draft) refusals.push(`${title} ${draft.refuses}`)
    else snippets.push({ language, client, title, install: installOf(draft, language, target), draft })
  }
  if (snippets.length > 0) return { call, snippets }
  return refuse('no-client', refusals.length === 0 ? `No client calls ${call.task} at ${call.provider.label}.` : `${refusals.join('; ')}.`)
}

function draftOf(template: ClientTemplate, call: CheckedCall): ReturnType<ClientTemplate> {
  try {
    return template(call)
  } catch (error) {
    if (error instanceof UnfitInput) return { refuses: error.message }
    throw error
  }
}

/**
 * fal has its own client. The router of huggingface.co chooses a provider for chat only; for other tasks, the hub clients look up the available ones.
 */
function isOffered({ policy, provider, route, task }: CheckedCall, client: InferenceClient): boolean {
  if (client === 'fal_client' && provider.key !== 'fal-ai') return false
  if (policy !== 'auto' || task === 'conversational' || route.kind !== 'router' || !route.isHuggingFace) return true
  return client === 'huggingface_hub' || client === 'huggingface.js'
}

/** The template of a client by its name. @throws {Error} naming language, client and template when there is none */
export function inferenceTemplate(language: string, client: string, name: string): ClientTemplate {
  const found = clients.find((each) => each.language === language && each.client === client)
  const template = found && Object.hasOwn(found.templates, name) ? found.templates[name as keyof typeof found.templates] : undefined
  if (template === undefined) throw new Error(`Template not found: ${language}/${client}/${name}`)
  return template
}

function installOf({ install }: ClientDraft, language: InferenceLanguage, target: Target): Block | null {
  if (language === 'python' && install.python) return pythonInstall(install, target)
  return language === 'javascript' && install.javascript ? javascriptInstall(install, target) : null
}

function printSnippet({ language, client, title, install, draft }: PlannedSnippet, call: CheckedCall): InferenceSnippet {
  return {
    language,
    client,
    title,
    install: install === null ? '' : printBlock(install).code,
    code: printBlock(draft.code).code,
    notes: [...notesOf(call), ...(draft.notes ?? []), ...installNotes(draft, call.target)],
    files: filesOf(draft.built.request.body),
    request: draft.built.request,
  }
}

function installNotes({ install }: ClientDraft, { python }: Target): Note[] {
  if (python !== 'conda' || !install.python || install.conda) return []
  return [{ code: 'no-conda', text: 'Not on conda-forge: pip installs it into the active environment.' }]
}

function notesOf({ isStaging, provider }: CheckedCall): Note[] {
  return isStaging ? [{ code: 'staging', text: `${provider.label} offers this model for tests only.` }] : []
}
