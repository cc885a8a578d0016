import type { Json } from '../../code/index.ts'
import { get } from '../../facts/values.ts'
import type { CheckedCall } from '../resolve-call.ts'
import { type BuiltCall, type Dialect, jsonBody, without } from './body.ts'

/** Chat in the format that every provider accepts. */
export function chatBody(call: CheckedCall, dialect: Dialect): BuiltCall {
  const { input, streams } = call
  if (input.shape !== 'chat') throw new TypeError('Chat without messages')
  return {
    body: jsonBody({
      model: chatModel(call),
      messages: input.messages,
      ...adapted(call, dialect),
      // huggingface_hub sends it in either case.
      ...(streams || dialect === 'python' ? { stream: streams } : {}),
    }),
    result: { kind: 'chat' },
  }
}

/** A router expects the provider after the model's id; without one, it chooses itself. */
export function chatModel({ route, policy, model, providerModel }: CheckedCall): string {
  if (route.kind === 'direct') return providerModel
  if (route.kind === 'endpoint' || policy !== null) return model
  return `${model}:${route.name}`
}

/** Values set by the call itself cannot be overridden by a parameter. */
export function chatParameters({ parameters }: CheckedCall): Record<string, Json> {
  return without(parameters, 'model', 'messages', 'stream')
}

function adapted(call: CheckedCall, dialect: Dialect): Record<string, Json> {
  const parameters = chatParameters(call)
  const format = parameters['response_format']
  const schema = get(format, 'type') === 'json_schema' ? (get(format, 'json_schema', 'schema') as Json | undefined) : undefined
  const isDirect = call.route.kind === 'direct'
  if (isDirect && call.provider.key === 'cerebras' && dialect !== 'python') delete parameters['store']
  if (schema === undefined) return parameters
  if (isDirect && call.provider.key === 'together') return { ...parameters, response_format: { type: 'json_schema', schema } }
  if (dialect === 'python') {
    // huggingface_hub uses TGI's dialect for a custom address, and Cohere's and Fireworks' dialect for those two.
    if (!isDirect && (call.route.kind === 'endpoint' || !call.route.isHuggingFace))
      return { ...parameters, response_format: { type: 'json_object', value: schema } }
    if (isDirect && (call.provider.key === 'cohere' || call.provider.key === 'fireworks-ai'))
      return { ...parameters, response_format: { type: 'json_object', schema } }
  }
  return parameters
}
