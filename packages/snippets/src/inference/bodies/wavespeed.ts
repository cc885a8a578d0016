import type { CheckedCall } from '../resolve-call.ts'
import { wavespeedJob } from '../result.ts'
import type { BodyValue } from '../types.ts'
import { base64Of, type BuiltCall, dataUrlOf, type Dialect, jsonBody, textOf, without } from './body.ts'

/** WaveSpeedAI: parameters are siblings of the input; every response is a job. */
export function wavespeedBody(call: CheckedCall, dialect: Dialect): BuiltCall {
  const { input, parameters, adapter, kind } = call
  const loras: Record<string, BodyValue> = adapter.isLora && dialect !== 'python' ? { loras: [{ path: adapter.modelId, scale: 1 }] } : {}
  const { prompt, ...rest } = parameters
  const body: Record<string, BodyValue> =
    input.shape === 'text'
      ? { ...parameters, prompt: textOf(call) }
      : dialect === 'python'
        ? { image: dataUrlOf(call, dialect, 'image/jpeg'), ...parameters }
        : { ...without(rest, 'images'), ...(prompt === undefined ? {} : { prompt }), image: base64Of(call), images: pictures(call) }
  return {
    body: jsonBody({ ...body, ...loras }),
    result: {
      kind: 'link',
      at: ['data', 'outputs', 0],
      file: kind.answer === 'json' ? 'output' : kind.answer.file,
      job: wavespeedJob,
    },
  }
}

function pictures(call: CheckedCall): BodyValue {
  const given = call.parameters['images']
  return Array.isArray(given) && given.every((each) => typeof each === 'string') ? (given as string[]) : [base64Of(call)]
}
