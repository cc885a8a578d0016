import { setLogger } from '@huggingface/inference'
import { inferenceProviderKeys } from '../packages/tasks/src/index.ts'
import { publishedInference } from '../packages/snippets/proofs/published-inference.ts'
import { printAnswer } from '../packages/snippets/src/inference/inference-snippets.ts'
import { type InferenceCall, inferenceSnippets, inferenceTasks, targetFor, toModelFacts } from '../packages/snippets/src/index.ts'
import { interleaved, median, writeResult } from './measure.ts'

/*
 * Inference snippets per second, ours against the published package, in one process, taking turns: the same raw records and calls, for
 * huggingface.co, every call that both have code for. Ours normalizes the record and checks the call first, and returns install lines, notes, files
 * and the request as well; only the code is counted and used.
 *
 * Three scenarios. "again": calls whose models and options were seen before, as on page views and reloads. "new": every record has an id that was
 * never requested before; the code printed for another model of the same call is reused with this one's id in it. "printed": every call is printed
 * anew, without a cache.
 */
const silent = () => undefined
setLogger({ debug: silent, info: silent, warn: silent, error: silent, log: silent })
const target = targetFor('https://huggingface.co')

interface Case {
  readonly model: Readonly<Record<string, unknown>>
  readonly provider: string
  readonly opts: InferenceCall['opts']
}

const options: readonly NonNullable<InferenceCall['opts']>[] = [{}, { streaming: true }, { billTo: 'acme' }]
const all: Case[] = inferenceTasks.flatMap((task) =>
  [...inferenceProviderKeys, 'auto'].flatMap((provider) =>
    options.map((opts) => ({ model: { id: 'ada/sea-model', pipeline_tag: task, mask_token: '<mask>', tags: [] }, provider, opts })),
  ),
)
const cases = all.filter(({ model, provider, opts }) => {
  const theirs = publishedInference(model, provider, undefined, opts as Record<string, unknown>)
  return (
    !(theirs instanceof Error) &&
    theirs.length > 0 &&
    'snippets' in inferenceSnippets(toModelFacts(model), target, { provider, opts: opts ?? {} })
  )
})

/** Writes the texts somewhere, as a server would: concatenated strings are only built when they are read. */
const sink = Buffer.alloc(1 << 16)
let serial = 0

function ours(calls: readonly Case[], answer = inferenceSnippets): number {
  let printed = 0
  for (const { model, provider, opts } of calls) {
    const found = answer(toModelFacts(model), target, { provider, opts: opts ?? {} })
    if ('reason' in found) continue
    for (const { code } of found.snippets) {
      sink.write(code)
      printed++
    }
  }
  return printed
}

function published(calls: readonly Case[]): number {
  let printed = 0
  for (const { model, provider, opts } of calls) {
    const answer = publishedInference(model, provider, undefined, opts as Record<string, unknown>)
    if (answer instanceof Error) continue
    for (const { content } of answer) {
      sink.write(content)
      printed++
    }
  }
  return printed
}

/** Returns snippets per second. */
async function rate(run: (calls: readonly Case[]) => number, lists: readonly (readonly Case[])[]): Promise<number> {
  const start = performance.now()
  let printed = 0
  for (const calls of lists) printed += run(calls)
  return Promise.resolve(printed / ((performance.now() - start) / 1000))
}

function withNewIds(): Case[] {
  return cases.map((each) => ({ ...each, model: { ...each.model, id: `ada/sea-model-${serial++}` } }))
}

const result: Record<string, unknown> = { cases: cases.length, snippets: { ours: ours(cases), published: published(cases) } }
console.log(`${cases.length} calls; ours print ${ours(cases)} snippets for them, the published package ${published(cases)}`)
const again = (): Case[] => cases
for (const [question, make, times, answer] of [
  ['again', again, 20, inferenceSnippets],
  ['new', withNewIds, 20, inferenceSnippets],
  ['printed', withNewIds, 2, printAnswer],
] as const) {
  const lists = (count: number) => Array.from({ length: count }, make)
  const rates = await interleaved(
    { ours: () => rate((calls) => ours(calls, answer), lists(times)), published: () => rate(published, lists(1)) },
    12,
  )
  const [a, b] = [median(rates.ours), median(rates.published)]
  result[question] = { ours: Math.round(a), published: Math.round(b), ratio: a / b }
  const goal = question === 'printed' ? '' : ' (goal 50)'
  console.log(
    `${question.padEnd(8)} ours ${Math.round(a)} snippets a second, published ${Math.round(b)}: ratio ${(a / b).toFixed(1)}${goal}; ${(1e6 / a).toFixed(2)} µs each`,
  )
}
writeResult('inference-snippets', result)
