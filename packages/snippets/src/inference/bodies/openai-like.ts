import type { Json } from '../../code/index.ts'
import { get } from '../../facts/values.ts'
import type { CheckedCall } from '../resolve-call.ts'
import { togetherJob } from '../result.ts'
import type { BodyValue, RequestBody } from '../types.ts'
import { type BuiltCall, dataUrlOf, type Dialect, fileOf, jsonBody, renamed, textOf, without } from './body.ts'

/** Providers with an OpenAI-compatible API: deepinfra, nscale, scaleway, together. */
export function openaiLikeBody(call: CheckedCall, dialect: Dialect): BuiltCall {
  switch (call.task) {
    case 'feature-extraction':
      return {
        body: jsonBody({ ...embeddingParameters(call, dialect), input: textOf(call), model: call.providerModel }),
        result: { kind: 'json' },
      }
    case 'text-to-speech':
      return {
        body: jsonBody({ ...voice(call, dialect), ...call.parameters, input: textOf(call), model: call.providerModel }),
        result: { kind: 'bytes', file: 'speech.wav' },
      }
    case 'automatic-speech-recognition':
      return { body: transcription(call, dialect), result: { kind: 'json' } }
    case 'text-to-video':
    case 'image-to-video':
      return video(call, dialect)
    default:
      return picture(call, dialect)
  }
}

/** The JavaScript hub client sends none to scaleway. */
function embeddingParameters({ parameters, provider }: CheckedCall, dialect: Dialect): Readonly<Record<string, Json>> {
  return dialect === 'javascript' && provider.key === 'scaleway' ? {} : parameters
}

/** Together requires a voice, and voice names depend on the model; this one belongs to the model it serves. */
function voice({ provider, providerModel }: CheckedCall, dialect: Dialect): Record<string, Json> {
  const isKokoro = provider.key === 'together' && providerModel.toLowerCase().includes('kokoro')
  return isKokoro && dialect !== 'python' ? { voice: 'af_alloy' } : {}
}

function transcription(call: CheckedCall, dialect: Dialect): RequestBody {
  const { file, contentType } = fileOf(call)
  const fields = Object.entries(without(call.parameters, 'model')).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : dialect === 'python' ? spacedJson(value) : JSON.stringify(value),
  }))
  return { kind: 'form', files: [{ name: 'file', file, contentType }], fields: [...fields, { name: 'model', value: call.providerModel }] }
}

/** JSON in Python's format: a space after each comma and colon. */
function spacedJson(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(spacedJson).join(', ')}]`
  if (typeof value === 'string') return asciiJson(value)
  if (typeof value === 'number' && value !== 0 && Math.abs(value) < 1e-4) return value.toExponential().replace(/e-(\d)$/, 'e-0$1')
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, item]) => `${asciiJson(key)}: ${spacedJson(item as Json)}`)
    .join(', ')}}`
}

function asciiJson(text: string): string {
  return JSON.stringify(text).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function video(call: CheckedCall, dialect: Dialect): BuiltCall {
  const { task, parameters, providerModel } = call
  const { target_size: size, ...rest } = renamed(parameters, 'num_inference_steps', 'steps')
  const edges = Object.fromEntries(
    (['width', 'height'] as const).flatMap((edge): [string, Json][] => {
      const length = get(size, edge)
      return typeof length === 'number' ? [[edge, length]] : []
    }),
  )
  const frames: Record<string, BodyValue> =
    task === 'image-to-video' ? { frame_images: [{ input_image: dataUrlOf(call, dialect), frame: 'first' }] } : { prompt: textOf(call) }
  return {
    body: jsonBody({ ...rest, ...edges, ...frames, model: providerModel }),
    result: { kind: 'link', at: ['outputs', 'video_url'], file: 'video.mp4', job: togetherJob },
  }
}

function picture(call: CheckedCall, dialect: Dialect): BuiltCall {
  const { task, providerModel, provider } = call
  const format = provider.key === 'together' ? 'base64' : 'b64_json'
  const { prompt: edit = '', ...parameters } = pictureParameters(call, dialect)
  const image: Record<string, BodyValue> =
    task === 'text-to-image' ? { prompt: textOf(call) } : { prompt: edit, ...pictureInput(providerModel, dataUrlOf(call, dialect)) }
  return {
    body: jsonBody({ ...parameters, ...image, response_format: format, model: providerModel }),
    result: { kind: 'base64', at: ['data', 0, 'b64_json'], file: 'image.png' },
  }
}

function pictureParameters({ parameters, provider }: CheckedCall, dialect: Dialect): Record<string, Json> {
  if (provider.key === 'together') return renamed(parameters, 'num_inference_steps', 'steps')
  if (provider.key !== 'nscale' || dialect !== 'python') return { ...parameters }
  const { width, height, ...rest } = without(parameters, 'num_inference_steps', 'cfg_scale')
  return width !== undefined && height !== undefined
    ? { ...rest, size: `${scalar(width)}x${scalar(height)}` }
    : without(parameters, 'num_inference_steps', 'cfg_scale')
}

function scalar(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** FLUX.1 Kontext takes one image under this name; all other models of together take a list under the other name. */
function pictureInput(model: string, image: BodyValue): Record<string, BodyValue> {
  const name = model.toLowerCase()
  return name.includes('kontext') && name.includes('flux.1') ? { image_url: image } : { reference_images: [image] }
}
