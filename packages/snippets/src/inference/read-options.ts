import type { Json } from '../code/index.ts'
import { isObject, text } from '../facts/values.ts'
import { toJson } from './checked-json.ts'
import type { InferenceOptions } from './types.ts'

/**
 * Options under the names of the published package: there, chat parameters are siblings of the others, and are omitted when they are empty or 0. An
 * `accessToken` is never kept: if it is not a hub token, it only indicates that the provider itself is called.
 */
export function readInferenceOptions(options: unknown): InferenceOptions {
  if (!isObject(options)) return {}
  const parameters: [string, Json][] = []
  for (const name of ['temperature', 'max_tokens', 'top_p']) {
    const value = toJson(options[name] || null)
    if (value !== undefined && value !== null) parameters.push([name, value])
  }
  const given = options['parameters']
  const token = text(options['accessToken'])
  const isOwnKey = token !== null && !token.startsWith('hf_')
  const copied = ['streaming', 'billTo', 'directRequest', 'endpointUrl', 'inputs', 'messages'].flatMap((name) =>
    options[name] === undefined ? [] : [[name, options[name]]],
  )
  return {
    ...(isOwnKey ? { directRequest: true } : {}),
    ...(Object.fromEntries(copied) as InferenceOptions),
    // A value that is not an object is rejected when the call is validated.
    ...(given !== undefined && !isObject(given)
      ? { parameters: given as never }
      : { parameters: { ...Object.fromEntries(parameters), ...(given as Record<string, Json> | undefined) } }),
  }
}
