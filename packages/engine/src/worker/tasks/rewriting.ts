import type { Json } from '@portolan/hub'
import type { Answer } from '../../protocol.ts'
import { integerIn, oneText, texts, textIn } from '../inputs.ts'
import type { TaskContext } from '../run-task.ts'
import { samplingOf } from './generation.ts'

/** Summaries and translations: a list with one object per text, under the task's own key. */
export function rewriting(name: 'summary_text' | 'translation_text'): (context: TaskContext) => Promise<Answer> {
  return async ({ job, pipeline, runtime, signal }) => {
    const { list } = texts(job.inputs)
    const interrupt = new runtime.InterruptableStoppingCriteria()
    const onAbort = () => interrupt.interrupt()
    signal.addEventListener('abort', onAbort, { once: true })
    const { parameters } = job
    const generation = parameters['generate_parameters']
    const nested = typeof generation === 'object' && generation !== null && !Array.isArray(generation) ? generation : {}
    const all = { ...parameters, ...nested } as Readonly<Record<string, Json>>
    const values: Json[] = []
    try {
      for (const text of list) {
        const [answer] = (await pipeline(oneText(text), {
          ...samplingOf(all),
          ...languages(all),
          ...(all['max_new_tokens'] !== undefined && { max_new_tokens: integerIn(all, 'max_new_tokens', 1, 100_000) }),
          ...(all['max_length'] !== undefined && { max_length: integerIn(all, 'max_length', 1, 100_000) }),
          stopping_criteria: interrupt,
        })) as Record<string, string>[]
        signal.throwIfAborted()
        values.push({ [name]: answer?.[name] ?? answer?.['generated_text'] ?? '' })
      }
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
    return { type: 'result', value: values }
  }
}

function languages(parameters: Readonly<Record<string, Json>>): Record<string, string> {
  const from = textIn(parameters, 'src_lang')
  const to = textIn(parameters, 'tgt_lang')
  return { ...(from !== undefined && { src_lang: from }), ...(to !== undefined && { tgt_lang: to }) }
}
