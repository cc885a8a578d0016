import { HubError } from '@portolan/contract'
import type { Json } from '@portolan/hub'

/** Parameters of OpenAI's protocol, and extensions of open source servers, that have the same name in the hub client. */
const same = [
  'temperature',
  'top_p',
  'seed',
  'tools',
  'tool_choice',
  'do_sample',
  'top_k',
  'repetition_penalty',
  'no_repeat_ngram_size',
  'min_new_tokens',
]

/**
 * The generation parameters of an OpenAI body, under the hub client's names. Parameters that the engine does not support are rejected: a response
 * that only appears to follow them is worse than none. Penalties and biases only influence word choice, so they are ignored.
 * @throws {HubError} `body.invalid` naming the field
 */
export function engineParameters(body: Readonly<Record<string, unknown>>): Record<string, Json> {
  refuseWhatIsMissing(body)
  const parameters: Record<string, Json> = {}
  for (const name of same) {
    const value = body[name]
    if (value !== undefined && value !== null) parameters[name] = value as Json
  }
  for (const name of ['max_completion_tokens', 'max_tokens']) {
    const length = body[name] ?? null
    if (length === null) continue
    if (!Number.isSafeInteger(length) || (length as number) < 1) throw invalid(name, 'must be a whole number of at least 1')
    parameters['max_new_tokens'] ??= length as number
  }
  const stop = body['stop'] ?? null
  if (stop !== null) parameters['stop'] = stopTexts(stop)
  return parameters
}

function refuseWhatIsMissing(body: Readonly<Record<string, unknown>>): void {
  if ((body['n'] ?? 1) !== 1) throw invalid('n', 'must be 1: the local engine returns one completion per call')
  if ((body['best_of'] ?? 1) !== 1) throw invalid('best_of', 'must be 1 for the local engine')
  // Chat uses a boolean, completions use a number.
  if ((body['logprobs'] ?? false) !== false) throw invalid('logprobs', 'is not supported by the local engine')
  const format = (body['response_format'] as { type?: unknown } | null | undefined)?.type ?? 'text'
  if (format !== 'text') throw invalid('response_format', 'must be text: the local engine does not support structured output')
}

function stopTexts(stop: unknown): string[] {
  const texts: unknown = typeof stop === 'string' ? [stop] : stop
  if (!Array.isArray(texts) || !texts.every((text): text is string => typeof text === 'string'))
    throw invalid('stop', 'must be a string or a list of strings')
  return texts
}

function invalid(field: string, says: string): HubError {
  return new HubError('body.invalid', { message: `${field} ${says}`, field })
}
