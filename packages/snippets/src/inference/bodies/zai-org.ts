import type { CheckedCall } from '../resolve-call.ts'
import { zaiJob } from '../result.ts'
import { type BuiltCall, dataUrlOf, type Dialect, jsonBody, textOf } from './body.ts'

/** Z.ai: images are jobs; reading a document is not. */
export function zaiBody(call: CheckedCall, dialect: Dialect): BuiltCall {
  const { task, parameters, providerModel } = call
  if (task === 'image-to-text')
    return { body: jsonBody({ model: providerModel, file: dataUrlOf(call, dialect) }), result: { kind: 'json' } }
  const { width, height, ...rest } = parameters
  const isSized = dialect === 'python' && typeof width === 'number' && typeof height === 'number'
  const given = isSized ? { ...rest, size: `${width}x${height}` } : parameters
  return {
    body: jsonBody({ ...given, model: providerModel, prompt: textOf(call) }),
    result: { kind: 'link', at: ['image_result', 0, 'url'], file: 'image.png', job: zaiJob },
  }
}
