import type { CheckedCall } from '../resolve-call.ts'
import { replicateJob } from '../result.ts'
import type { BodyValue } from '../types.ts'
import { type BuiltCall, dataUrlOf, type Dialect, jsonBody, textOf } from './body.ts'

/** Replicate: everything is below `input`. An id with a version goes to another route. */
export function replicateBody(call: CheckedCall, dialect: Dialect): BuiltCall {
  const { providerModel, kind } = call
  const colon = providerModel.indexOf(':')
  const version: Record<string, BodyValue> = colon < 0 ? {} : { version: providerModel.slice(colon + 1) }
  const file = kind.answer === 'json' ? null : kind.answer.file
  return {
    ...(colon < 0 ? {} : { path: 'v1/predictions' }),
    body: jsonBody({ input: inputOf(call, dialect), ...version }),
    result:
      file === null ? { kind: 'json', job: replicateJob } : { kind: 'link', at: ['output'], mayBeList: true, file, job: replicateJob },
  }
}

function inputOf(call: CheckedCall, dialect: Dialect): Record<string, BodyValue> {
  const { task, parameters } = call
  switch (task) {
    case 'automatic-speech-recognition':
      return { ...parameters, audio: dataUrlOf(call, dialect) }
    case 'text-to-speech':
      return { ...parameters, text: textOf(call) }
    case 'image-to-image': {
      // Its models use different names for the image.
      const image = dataUrlOf(call, dialect)
      return {
        ...parameters,
        image,
        images: [image],
        input_image: image,
        input_images: [image],
        ...(dialect === 'python' ? {} : lora(call, dialect)),
      }
    }
    default:
      return { ...parameters, prompt: textOf(call), ...(task === 'text-to-image' ? lora(call, dialect) : {}) }
  }
}

function lora({ adapter, target }: CheckedCall, dialect: Dialect): Record<string, BodyValue> {
  if (adapter.weights === null || !(adapter.isLora || dialect === 'python')) return {}
  return { lora_weights: `${dialect === 'raw' ? target.endpoint : 'https://huggingface.co'}/${adapter.modelId}` }
}
