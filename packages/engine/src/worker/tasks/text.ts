import type { Json } from '@portolan/hub'
import type { Answer } from '../../protocol.ts'
import { InputError } from '../input-error.ts'
import { booleanIn, candidateLabels, integerIn, oneText, record, texts, textIn } from '../inputs.ts'
import type { TaskContext } from '../run-task.ts'
import { groupTokens, type LabeledToken, placeTokens } from '../token-spans.ts'
import { findSpan } from '../find-span.ts'

/** Default number of labels. */
const allLabels = 1000

/** A list of labels with scores for each text: `[[{ label, score }]]`. */
export async function textClassification({ job, pipeline }: TaskContext): Promise<Answer> {
  const { list } = texts(job.inputs)
  const top = integerIn(job.parameters, 'top_k', 1, 100_000)
  // For a single label the library returns a flat list.
  const answers = (await pipeline(list, { top_k: Math.max(2, top ?? allLabels) })) as { label: string; score: number }[][]
  return { type: 'result', value: answers.map((labels) => labels.slice(0, top)) as Json }
}

/** Labeled spans of the text; words of one entity are merged unless `aggregation_strategy` is `none`. */
export async function tokenClassification({ job, pipeline }: TaskContext): Promise<Answer> {
  const text = oneText(job.inputs)
  const strategy = textIn(job.parameters, 'aggregation_strategy') ?? 'simple'
  if (strategy !== 'none' && strategy !== 'simple') throw new InputError('aggregation_strategy must be "none" or "simple" here.')
  const ignored = job.parameters['ignore_labels']
  const ignore = Array.isArray(ignored) ? ignored.map(String) : ['O']
  const tokens = (await pipeline(text, { ignore_labels: ignore, aggregation_strategy: 'none' })) as LabeledToken[]
  const placed = placeTokens(text, tokens)
  return { type: 'result', value: (strategy === 'none' ? placed : groupTokens(text, placed)) as unknown as Json }
}

/** Candidates for the mask, best first. */
export async function fillMask({ job, pipeline }: TaskContext): Promise<Answer> {
  const text = oneText(job.inputs)
  const answers = (await pipeline(text, { top_k: integerIn(job.parameters, 'top_k', 1, 1000) ?? 5 }).catch((error: unknown) => {
    if (/Mask token .* not found/.test(String(error)))
      throw new InputError(`The text has no mask token. ${String((error as Error).message)}`)
    throw error
  })) as Json
  return { type: 'result', value: answers }
}

/** The part of the context that answers the question: `{ answer, score, start, end }`, or a list of them with `top_k`. */
export async function questionAnswering({ job, pipeline }: TaskContext): Promise<Answer> {
  const inputs = record(job.inputs, 'an object with question and context')
  const question = oneText(inputs['question'] ?? null, 'question')
  const context = oneText(inputs['context'] ?? null, 'context')
  const top = integerIn(job.parameters, 'top_k', 1, 100) ?? 1
  const answer = (await pipeline(question, context, { top_k: top })) as Answered | Answered[] | undefined
  const list = answer === undefined ? [] : [answer].flat()
  const placed = list.map(({ answer: text, score }) => ({ ...findSpan(context, text), score }))
  const value = top === 1 ? (placed[0] ?? { answer: '', start: 0, end: 0, score: 0 }) : placed
  return { type: 'result', value }
}

interface Answered {
  readonly answer: string
  readonly score: number
}

/** How well each candidate label fits: `[{ label, score }]`, best first. */
export async function zeroShotClassification({ job, pipeline }: TaskContext): Promise<Answer> {
  const text = oneText(job.inputs)
  const template = textIn(job.parameters, 'hypothesis_template')
  const { labels, scores } = (await pipeline(text, candidateLabels(job.parameters), {
    ...(template !== undefined && { hypothesis_template: template }),
    multi_label: booleanIn(job.parameters, 'multi_label') ?? false,
  })) as { labels: string[]; scores: number[] }
  return { type: 'result', value: labels.map((label, index) => ({ label, score: scores[index] ?? 0 })) }
}
