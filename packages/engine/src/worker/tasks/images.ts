import type { Json } from '@portolan/hub'
import type { Answer } from '../../protocol.ts'
import { readPicture } from '../images/read-picture.ts'
import { InputError } from '../input-error.ts'
import { candidateLabels, integerIn, isFile, numberIn, oneText, record, textIn } from '../inputs.ts'
import type { TaskContext } from '../run-task.ts'
import type { RawImage, Tensor } from '../runtime.ts'
import { samplingOf } from './generation.ts'

interface Labeled {
  readonly label: string | null
  readonly score: number | null
}

/** `[{ label, score }]`, best first. */
export async function imageClassification(context: TaskContext): Promise<Answer> {
  const top = integerIn(context.job.parameters, 'top_k', 1, 100_000) ?? 5
  return { type: 'result', value: (await context.pipeline(await pictureOf(context), { top_k: top })) as Json }
}

/** `[{ label, score, box }]`, with box corners in pixels. */
export async function objectDetection(context: TaskContext): Promise<Answer> {
  const threshold = numberIn(context.job.parameters, 'threshold', 0, 1)
  const picture = await pictureOf(context)
  const found = await context.pipeline(picture, { ...(threshold !== undefined && { threshold }) })
  return { type: 'result', value: found as Json }
}

/** `[{ label, score, mask }]`, masks as base64 PNG, white where the object is. */
export async function imageSegmentation(context: TaskContext): Promise<Answer> {
  const { parameters } = context.job
  const threshold = numberIn(parameters, 'threshold', 0, 1)
  const maskThreshold = numberIn(parameters, 'mask_threshold', 0, 1)
  const overlap = numberIn(parameters, 'overlap_mask_area_threshold', 0, 1)
  const segments = (await context.pipeline(await pictureOf(context), {
    ...(threshold !== undefined && { threshold }),
    ...(maskThreshold !== undefined && { mask_threshold: maskThreshold }),
    ...(overlap !== undefined && { overlap_mask_area_threshold: overlap }),
  })) as (Labeled & { mask: RawImage })[]
  const value: Json[] = []
  for (const { label, score, mask } of segments) {
    // The clients read a name and a number; a model that only separates objects provides neither.
    value.push({ label: label ?? '', score: score ?? 1, mask: (await png(mask)).toString('base64') })
  }
  return { type: 'result', value }
}

/** A grayscale picture of the same size; white is near. */
export async function depthEstimation(context: TaskContext): Promise<Answer> {
  const { depth } = (await context.pipeline(await pictureOf(context))) as { depth: RawImage }
  return { type: 'file', bytes: await png(depth), contentType: 'image/png' }
}

export async function imageToImage(context: TaskContext): Promise<Answer> {
  const image = (await context.pipeline(await pictureOf(context))) as RawImage
  return { type: 'file', bytes: await png(image), contentType: 'image/png' }
}

/** `[{ generated_text }]`. */
export async function imageToText(context: TaskContext): Promise<Answer> {
  const { job, pipeline } = context
  const tokens = integerIn(job.parameters, 'max_new_tokens', 1, 100_000) ?? 100
  const picture = await pictureOf(context)
  return {
    type: 'result',
    value: (await stoppable(context, (stopping_criteria) =>
      pipeline(picture, { ...samplingOf(job.parameters), max_new_tokens: tokens, stopping_criteria }),
    )) as Json,
  }
}

/** One vector for the picture with `pool`, else the model's output for its parts. */
export async function imageFeatures(context: TaskContext): Promise<Answer> {
  const pool = context.job.parameters['pool'] === true
  const output = (await context.pipeline(await pictureOf(context), { pool })) as Tensor
  return { type: 'result', value: output.tolist() as Json }
}

/** `[{ label, score }]`, best first. */
export async function zeroShotImageClassification(context: TaskContext): Promise<Answer> {
  const template = textIn(context.job.parameters, 'hypothesis_template')
  const labels = candidateLabels(context.job.parameters)
  const picture = await pictureOf(context)
  const answer = await context.pipeline(picture, labels, { ...(template !== undefined && { hypothesis_template: template }) })
  return { type: 'result', value: answer as Json }
}

/** `[{ label, score, box }]`, best first. */
export async function zeroShotObjectDetection(context: TaskContext): Promise<Answer> {
  const { parameters } = context.job
  const threshold = numberIn(parameters, 'threshold', 0, 1)
  const answer = await context.pipeline(await pictureOf(context), candidateLabels(parameters), {
    ...(threshold !== undefined && { threshold }),
    top_k: integerIn(parameters, 'top_k', 1, 100_000) ?? null,
  })
  return { type: 'result', value: answer as Json }
}

/** `[{ answer }]`. */
export async function documentQuestionAnswering(context: TaskContext): Promise<Answer> {
  const inputs = record(context.job.inputs, 'an object with image and question')
  const question = oneText(inputs['question'] ?? null, 'question')
  // The question is placed between special tokens of the prompt; tokens of its own would end it.
  if (/<\/?s_/.test(question)) throw new InputError('The question contains special tokens that are reserved for the model.')
  const picture = await readPicture(context, inputs['image'] ?? null)
  const answers = (await stoppable(context, (stopping_criteria) => context.pipeline(picture, question, { stopping_criteria }))) as {
    answer: string | null
  }[]
  // The model provides only the answer, without a score or a location: the fields that clients expect are filled in.
  return {
    type: 'result',
    value: answers.map(({ answer }) => ({ answer: answer ?? '', score: answer === null ? 0 : 1, start: 0, end: 0 })),
  }
}

async function stoppable(context: TaskContext, run: (criteria: unknown) => Promise<unknown>): Promise<unknown> {
  const interrupt = new context.runtime.InterruptableStoppingCriteria()
  const onAbort = () => interrupt.interrupt()
  context.signal.addEventListener('abort', onAbort, { once: true })
  try {
    const answer = await run(interrupt)
    context.signal.throwIfAborted()
    return answer
  } finally {
    context.signal.removeEventListener('abort', onAbort)
  }
}

/** The picture in the request: the body, base64 text, or `{ image }`. */
async function pictureOf(context: TaskContext): Promise<RawImage> {
  const { inputs } = context.job
  const nested = typeof inputs === 'object' && inputs !== null && !Array.isArray(inputs) && !isFile(inputs) && 'image' in inputs
  return await readPicture(context, nested ? ((inputs as Readonly<Record<string, Json>>)['image'] ?? null) : inputs)
}

async function png(image: RawImage): Promise<Buffer> {
  return await image.toSharp().png().toBuffer()
}
