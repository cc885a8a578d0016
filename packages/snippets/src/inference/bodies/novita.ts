import type { Json } from '../../code/index.ts'
import { get } from '../../facts/values.ts'
import { pathOf } from '../checked-json.ts'
import type { CheckedCall } from '../resolve-call.ts'
import { novitaJob, novitaVideoJob } from '../result.ts'
import { type BuiltCall, dataUrlOf, type Dialect, jsonBody, renamed, textOf, UnfitInput, without } from './body.ts'

/** Novita generates videos. */
export function novitaBody(call: CheckedCall, dialect: Dialect): BuiltCall {
  const { task, parameters, providerModel } = call
  if (task === 'image-text-to-video') return filmOfPicture(call, dialect)
  // huggingface_hub calls a different URL, which returns the video directly.
  if (dialect === 'python')
    return {
      path: `v3/hf/${pathOf(providerModel) ?? ''}`,
      body: jsonBody({ prompt: textOf(call), ...parameters }),
      result: { kind: 'link', at: ['video', 'video_url'], file: 'video.mp4' },
    }
  return {
    body: jsonBody({ ...renamed(parameters, 'num_inference_steps', 'steps'), prompt: textOf(call) }),
    result: { kind: 'link', at: ['videos', 0, 'video_url'], file: 'video.mp4', job: novitaJob },
  }
}

/** The only model its API serves for this task. */
const model = 'MiniMax-H3'

function filmOfPicture(call: CheckedCall, dialect: Dialect): BuiltCall {
  if (call.providerModel !== model) throw new UnfitInput(`calls one model of this task at Novita, ${model}`)
  const { prompt, num_frames: frames, target_size: size, ...rest } = call.parameters
  if (typeof prompt !== 'string' || prompt.trim() === '') throw new UnfitInput('needs a prompt for a film of a picture at Novita')
  const parameters = without(rest, 'guidance_scale', 'negative_prompt', 'num_inference_steps', 'seed')
  return {
    body: jsonBody({
      resolution: resolutionOf(size),
      duration: durationOf(frames),
      ...parameters,
      model,
      content: [
        { type: 'text', text: prompt },
        { type: 'image_url', image_url: { url: dataUrlOf(call, dialect) }, role: 'first_frame' },
      ],
      ratio: 'adaptive',
    }),
    result: { kind: 'link', at: ['task', 'content', 'url'], file: 'video.mp4', job: novitaVideoJob },
  }
}

/** By the shorter edge, whichever resolution is closer. */
function resolutionOf(size: Json | undefined): '768P' | '2K' {
  const [width, height] = [get(size, 'width'), get(size, 'height')]
  if (typeof width !== 'number' || typeof height !== 'number') return '768P'
  const edge = Math.min(width, height)
  return Math.abs(edge - 768) <= Math.abs(edge - 1440) ? '768P' : '2K'
}

/** Seconds, at 24 frames each. */
function durationOf(frames: Json | undefined): number {
  return typeof frames === 'number' ? Math.min(15, Math.max(4, Math.round(frames / 24))) : 4
}
