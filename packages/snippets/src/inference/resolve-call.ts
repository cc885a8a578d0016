import { findInferenceProvider, inferenceProviders, type InferenceProvider } from '@portolan/tasks'
import type { Json } from '../code/index.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { get, isObject, text } from '../facts/values.ts'
import type { Target } from '../target.ts'
import { isHeaderText, pathOf, plainAddress, toHttpUrl, toJson } from './checked-json.ts'
import { checkInput, type TaskInput } from './task-input.ts'
import { inferenceTask, isChat, isServedByEngine, type InferenceTask } from './tasks.ts'
import type { InferenceCall, InferenceReason } from './types.ts'

/** The model facts that calls use. */
export type InferenceFacts = Pick<ModelFacts, 'id' | 'task' | 'library' | 'maskToken'>

/** The destination of a request. */
export type Route =
  /** The router of huggingface.co or of this hub. */
  | { readonly kind: 'router'; readonly base: string; readonly isHuggingFace: boolean; readonly name: string }
  /** The provider itself. */
  | { readonly kind: 'direct' }
  /** A server of the caller. */
  | { readonly kind: 'endpoint'; readonly url: string }

/** A validated call: every field can be printed and sent. */
export interface CheckedCall {
  readonly facts: InferenceFacts
  readonly target: Target
  /** `conversational` for chat, else the pipeline task. */
  readonly task: string
  readonly kind: InferenceTask
  /** Set when the router chooses the provider. */
  readonly policy: 'auto' | 'portolan' | null
  readonly provider: InferenceProvider
  readonly route: Route
  /** The hub id. */
  readonly model: string
  /** The provider's id of the model. */
  readonly providerModel: string
  readonly adapter: { readonly isLora: boolean; readonly weights: string | null; readonly modelId: string }
  readonly isStaging: boolean
  readonly input: TaskInput
  /** Without parameters that were null. */
  readonly parameters: Readonly<Record<string, Json>>
  readonly streams: boolean
  readonly billTo: string | null
  readonly auth: { readonly scheme: 'Bearer' | 'Key'; readonly env: string }
}

type Resolved = CheckedCall | { readonly reason: InferenceReason }

/** Validates an untrusted call. Never throws. */
export function resolveCall(facts: InferenceFacts, target: Target, call: InferenceCall): Resolved {
  const pipelineTask = facts.task
  if (pipelineTask === null) return refuse('task-missing', 'The model names no task.')
  const kind = inferenceTask(pipelineTask)
  if (kind === null) return refuse('task-unknown', `No client and no endpoint takes the task ${quoted(pipelineTask)}.`)
  const task = isChat(pipelineTask) ? 'conversational' : pipelineTask
  const opts: unknown = call.opts ?? {}
  if (!isObject(opts)) return refuse('option-invalid', 'The options are no object.')

  const policy = call.provider === 'auto' || call.provider === 'portolan' ? call.provider : null
  if (policy === 'portolan' && target.isHuggingFace)
    return refuse('provider-not-here', 'The provider portolan is a hub of its own, not huggingface.co.')
  const provider = policy === null ? findInferenceProvider(text(call.provider) ?? '') : inferenceProviders['hf-inference']
  if (provider === null) return refuse('provider-unknown', `There is no provider ${quoted(call.provider)}.`)
  const route = routeOf(target, call, provider, policy, opts, task === 'conversational')
  if ('reason' in route) return route
  const served = taskIsServed(provider, task, route)
  if (served !== null) return served

  // A provider that only accepts its own ids has no mapping to them.
  const mapping: unknown = provider.ownKeyOnly === true ? null : call.mapping
  const model = facts.id.toWellFormed()
  const ownId = provider.ownKeyOnly && route.kind === 'direct' ? withoutPrefix(model, `${provider.key}/`) : model
  const providerModel = text(get(mapping, 'providerId'))?.toWellFormed() ?? ownId
  if (providerModel === null)
    return refuse('provider-model', `Models of ${provider.label} have ids that start with ${provider.key}/, unlike ${quoted(model)}.`)
  if (pathOf(model) === null || pathOf(providerModel) === null)
    return refuse('model-id-invalid', `${quoted(pathOf(model) === null ? model : providerModel)} cannot be part of an address.`)

  const billTo = opts['billTo'] ?? null
  if (billTo !== null && billTo !== '' && !isHeaderText(billTo))
    return refuse('option-invalid', 'billTo is no text that a header can carry.')
  const parameters = toJson(opts['parameters'] ?? {})
  if (!isObject(parameters)) return refuse('option-invalid', 'The parameters are no object of JSON values.')
  const inputs = toJson(opts['inputs'] ?? null)
  if (inputs === undefined) return refuse('input-invalid', 'The inputs are no JSON.')
  const messages = toJson(opts['messages'] ?? null)
  if (messages === undefined || (messages !== null && (!Array.isArray(messages) || messages.length === 0)))
    return refuse('input-invalid', 'The messages are no list of JSON values.')
  const checked = checkInput(kind, {
    task: pipelineTask,
    provider: provider.key,
    maskToken: facts.maskToken?.toWellFormed() ?? null,
    inputs: inputs ?? undefined,
    messages: (messages as readonly Json[] | null) ?? undefined,
  })
  if (checked === null) return refuse('input-invalid', `The inputs do not fit the task ${pipelineTask}.`)

  const weights = text(get(mapping, 'adapterWeightsPath'))?.toWellFormed() ?? null
  return {
    facts,
    target,
    task,
    kind,
    policy,
    provider,
    route,
    model,
    providerModel,
    adapter: { isLora: get(mapping, 'adapter') === 'lora', weights, modelId: text(get(mapping, 'hfModelId'))?.toWellFormed() ?? model },
    isStaging: get(mapping, 'status') === 'staging',
    input: checked.input,
    parameters: withoutNulls({ ...checked.parameters, ...(parameters as Record<string, Json>) }),
    streams: task === 'conversational' && opts['streaming'] === true,
    billTo: billTo === '' ? null : (billTo as string | null),
    auth: authOf(provider, route),
  }
}

function routeOf(
  target: Target,
  call: InferenceCall,
  provider: InferenceProvider,
  policy: CheckedCall['policy'],
  opts: Readonly<Record<string, unknown>>,
  isChatCall: boolean,
): Route | { readonly reason: InferenceReason } {
  const endpointUrl = opts['endpointUrl'] ?? null
  if (endpointUrl !== null && endpointUrl !== '') {
    const url = toHttpUrl(endpointUrl)
    if (url === null || url.hash !== '') return refuse('endpoint-invalid', 'endpointUrl is no http address that a request can go to.')
    if (isChatCall && url.search !== '') return refuse('endpoint-invalid', 'endpointUrl has a query, and chat goes to an address below it.')
    if (provider.key !== 'hf-inference')
      return refuse('endpoint-with-provider', `A call of an own address cannot name the provider ${provider.key} as well.`)
    return { kind: 'endpoint', url: plainAddress(url) }
  }
  if (opts['directRequest'] === true && provider.key !== 'hf-inference') return { kind: 'direct' }
  if (opts['directRequest'] === true && policy !== null)
    return refuse('direct-without-provider', 'A call of the provider itself has to name the provider.')
  if (provider.ownKeyOnly && target.isHuggingFace)
    return refuse('provider-own-key', `${provider.label} is called with its own key only: ask for a direct request.`)
  const base = target.isHuggingFace ? 'https://router.huggingface.co' : target.endpoint
  const name = call.upstream ?? provider.key
  if (typeof name !== 'string' || !/^[A-Za-z0-9][A-Za-z0-9._-]{0,95}$/.test(name))
    return refuse('option-invalid', 'The upstream has no usable name.')
  return { kind: 'router', base, isHuggingFace: target.isHuggingFace, name }
}

function taskIsServed(provider: InferenceProvider, task: string, route: Route): { readonly reason: InferenceReason } | null {
  if (route.kind === 'endpoint') return null
  if (Object.hasOwn(provider.routes, task)) return null
  const isThisHub = route.kind === 'router' && !route.isHuggingFace && provider.key === 'hf-inference'
  if (isThisHub && isServedByEngine(task)) return null
  return refuse('provider-task', `${provider.label} does not serve the task ${task}.`)
}

function authOf(provider: InferenceProvider, route: Route): CheckedCall['auth'] {
  if (route.kind === 'endpoint') return { scheme: 'Bearer', env: 'API_TOKEN' }
  if (route.kind === 'direct') return { scheme: provider.scheme, env: provider.environment }
  return { scheme: 'Bearer', env: 'HF_TOKEN' }
}

/** Nested members too: huggingface_hub sends no member that is null, and a null member means the same as a missing one. */
function withoutNulls(parameters: Readonly<Record<string, Json>>): Record<string, Json> {
  return Object.fromEntries(Object.entries(parameters).flatMap(([key, value]) => (value === null ? [] : [[key, withoutInnerNulls(value)]])))
}

function withoutInnerNulls(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutInnerNulls)
  return isObject(value) ? withoutNulls(value as Record<string, Json>) : value
}

function withoutPrefix(model: string, prefix: string): string | null {
  return model.startsWith(prefix) && model.length > prefix.length ? model.slice(prefix.length) : null
}

export function refuse(code: InferenceReason['code'], text: string): { readonly reason: InferenceReason } {
  return { reason: { code, text } }
}

/** Untrusted text, made safe for use in a sentence. */
function quoted(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 100)) : `of type ${typeof value}`
}
