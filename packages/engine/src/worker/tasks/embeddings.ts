import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '@portolan/hub'
import type { Answer } from '../../protocol.ts'
import { InputError } from '../input-error.ts'
import { booleanIn, oneText, record, texts } from '../inputs.ts'
import type { TaskContext } from '../run-task.ts'
import type { Tensor } from '../runtime.ts'

/** Batch size for texts. */
const batch = 16

/**
 * One vector per text: a list of numbers for one text, a list of lists for several. Pooled as the model's own files specify, by the mean if they do
 * not; `pooling: "none"` returns the vector of each token instead.
 */
export async function featureExtraction(context: TaskContext): Promise<Answer> {
  const { list, single } = texts(context.job.inputs)
  if (context.job.parameters['pooling'] === 'none') {
    const output = (await context.pipeline(list, { pooling: 'none' })) as Tensor
    return { type: 'result', value: output.tolist() as Json }
  }
  const vectors = await embed(context, list)
  return { type: 'result', value: single ? (vectors[0] ?? []) : vectors }
}

/** Cosine similarity of one sentence with each of several others. */
export async function sentenceSimilarity(context: TaskContext): Promise<Answer> {
  const form = 'an object with source_sentence and sentences'
  const { source_sentence: source = null, sentences = null } = record(context.job.inputs, form)
  const { list } = texts(sentences, 'sentences')
  const [first = [], ...others] = await embed(context, [oneText(source, 'source_sentence'), ...list])
  return { type: 'result', value: others.map((vector) => cosine(first, vector)) }
}

async function embed(context: TaskContext, list: readonly string[]): Promise<number[][]> {
  const { pooling, normalize } = poolingOf(context.job.model)
  const wanted = booleanIn(context.job.parameters, 'normalize') ?? normalize
  const vectors: number[][] = []
  for (let start = 0; start < list.length; start += batch) {
    context.signal.throwIfAborted()
    const output = (await context.pipeline(list.slice(start, start + batch), { pooling, normalize: wanted })) as Tensor
    if (output.dims.length !== 2) throw new InputError('The model does not return one vector per text.')
    vectors.push(...(output.tolist() as number[][]))
    // Lets an abort request come in.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return vectors
}

/** What Sentence Transformers stores with a model: how to pool token vectors, and whether to normalize the result. */
function poolingOf(model: string): { pooling: 'mean' | 'cls' | 'last_token'; normalize: boolean } {
  const config = jsonOf(join(process.cwd(), model, '1_Pooling/config.json')) as Record<string, unknown> | null
  const modules = jsonOf(join(process.cwd(), model, 'modules.json'))
  const normalize = Array.isArray(modules) && modules.some((part: { type?: unknown } | null) => String(part?.type).endsWith('Normalize'))
  if (config?.['pooling_mode_cls_token'] === true || config?.['pooling_mode'] === 'cls') return { pooling: 'cls', normalize }
  if (config?.['pooling_mode_lasttoken'] === true || config?.['pooling_mode'] === 'lasttoken') return { pooling: 'last_token', normalize }
  return { pooling: 'mean', normalize }
}

/** Most models have no such file, and a broken one is treated as missing. */
function jsonOf(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

function cosine(a: readonly number[], b: readonly number[]): number {
  let dot = 0
  let lengthA = 0
  let lengthB = 0
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? 0
    dot += value * other
    lengthA += value * value
    lengthB += other * other
  }
  return lengthA === 0 || lengthB === 0 ? 0 : dot / Math.sqrt(lengthA * lengthB)
}
