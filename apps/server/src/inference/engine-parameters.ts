import type { Json } from '@portolan/hub'

/** Parameters of OpenAI's protocol that the hub client's have under the same name. */
const same = [
  'temperature',
  'top_p',
  'seed',
  'frequency_penalty',
  'presence_penalty',
  'logit_bias',
  'tools',
  'tool_choice',
  'response_format',
]

/** The generation parameters of an OpenAI body, by the names of the hub client. */
export function engineParameters(body: Readonly<Record<string, unknown>>): Record<string, Json> {
  const parameters: Record<string, Json> = {}
  for (const name of same) {
    const value = body[name]
    if (value !== undefined && value !== null) parameters[name] = value as Json
  }
  const length = body['max_completion_tokens'] ?? body['max_tokens']
  if (typeof length === 'number') parameters['max_new_tokens'] = length
  const stop = body['stop']
  if (typeof stop === 'string') parameters['stop'] = [stop]
  else if (Array.isArray(stop)) parameters['stop'] = stop as Json[]
  return parameters
}
