import { falSynchronousTasks } from '@portolan/tasks'
import { pathOf } from '../checked-json.ts'
import type { CheckedCall } from '../resolve-call.ts'
import { falJob, type Result } from '../result.ts'
import type { BodyValue } from '../types.ts'
import { type BuiltCall, dataUrlOf, type Dialect, fileOf, jsonBody, textOf, UnfitInput } from './body.ts'

/** fal: parameters are siblings of the input. Everything except speech is a job in its queue. */
export function falBody(call: CheckedCall, dialect: Dialect): BuiltCall {
  const { task, route } = call
  // huggingface_hub requests images synchronously.
  const isQueued = !falSynchronousTasks.has(task) && !(dialect === 'python' && task === 'text-to-image')
  const query = isQueued && route.kind === 'router' ? '?_subdomain=queue' : ''
  const result = resultOf(call)
  return { query, body: jsonBody(bodyOf(call, dialect)), result: isQueued ? { ...result, job: falJob(query) } : result }
}

/** The base URL for direct calls to fal: speech has a different host than the queue. */
export function falBase(task: string, dialect: Dialect): string {
  return falSynchronousTasks.has(task) || (dialect === 'python' && task === 'text-to-image') ? 'https://fal.run' : 'https://queue.fal.run'
}

function bodyOf(call: CheckedCall, dialect: Dialect): Record<string, BodyValue> {
  const { task, parameters } = call
  switch (task) {
    case 'text-to-speech':
      return { ...parameters, text: textOf(call) }
    case 'text-to-audio':
      return { ...parameters, prompt: textOf(call) }
    case 'text-to-image': {
      const { width, height, ...rest } = parameters
      const size = dialect === 'python' && width !== undefined && height !== undefined
      return {
        ...(size ? { ...rest, image_size: { width, height } } : parameters),
        prompt: textOf(call),
        ...loras(call, dialect),
      }
    }
    case 'text-to-video':
      return { ...parameters, prompt: textOf(call), ...loras(call, dialect) }
    case 'image-to-image':
    case 'image-text-to-image': {
      const image = dataUrlOf(call, dialect)
      const { target_size: size, ...rest } = parameters
      const given = dialect === 'python' && size !== undefined ? { ...rest, image_size: size } : parameters
      return { ...given, image_url: image, image_urls: [image], ...loras(call, dialect) }
    }
    case 'image-to-video':
    case 'image-text-to-video':
      return { ...parameters, image_url: dataUrlOf(call, dialect), ...loras(call, dialect) }
    case 'image-segmentation':
      return { ...parameters, image_url: dataUrlOf(call, dialect), sync_mode: true }
    default:
      return { ...parameters, audio_url: dataUrlOf(call, dialect, audioLabel(call, dialect)) }
  }
}

/** Media types that fal decodes, by file type. */
const audioLabels: Readonly<Record<string, string>> = {
  'audio/mpeg': 'audio/mpeg',
  'audio/wav': 'audio/x-wav',
  'audio/webm': 'video/webm',
}

function audioLabel(call: CheckedCall, dialect: Dialect): string {
  // huggingface_hub sends this type for every recording.
  if (dialect === 'python') return 'audio/mpeg'
  const label = audioLabels[fileOf(call).contentType]
  if (label === undefined) throw new UnfitInput('sends fal recordings as mp3, wav or webm only')
  return label
}

function loras({ adapter, providerModel, target, task }: CheckedCall, dialect: Dialect): Record<string, BodyValue> {
  if (adapter.weights === null || !(adapter.isLora || dialect === 'python')) return {}
  const path = pathOf(adapter.weights)
  const id = pathOf(adapter.modelId)
  if (path === null || id === null) throw new UnfitInput('cannot name the weights of the adapter in an address')
  // The hub clients insert it into the URL unescaped.
  if (dialect !== 'raw' && path !== adapter.weights) throw new UnfitInput('does not escape the name of the weights in an address')
  const isBase = task === 'text-to-image' && providerModel === 'fal-ai/lora'
  return {
    loras: [{ path: `${target.endpoint}/${id}/resolve/main/${path}`, scale: 1 }],
    ...(isBase ? { model_name: 'stabilityai/stable-diffusion-xl-base-1.0' } : {}),
  }
}

function resultOf({ task, kind }: CheckedCall): Result {
  const file = kind.answer === 'json' ? 'audio.wav' : kind.answer.file
  switch (task) {
    case 'text-to-image':
    case 'image-to-image':
    case 'image-text-to-image':
      return { kind: 'link', at: ['images', 0, 'url'], file }
    case 'text-to-video':
    case 'image-to-video':
    case 'image-text-to-video':
      return { kind: 'link', at: ['video', 'url'], file }
    case 'text-to-speech':
    case 'audio-to-audio':
      return { kind: 'link', at: ['audio', 'url'], file }
    case 'text-to-audio':
      // Some of its models call it `audio_file`.
      return { kind: 'link', at: ['audio', 'url'], orKey: 'audio_file', file }
    default:
      return { kind: 'json' }
  }
}
