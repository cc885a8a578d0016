import { type InferenceReason, type InferenceSnippet, inferenceSnippets, toModelFacts } from '../../src/index.ts'
import { type GeneratedCall, generatedCalls } from '../inference-calls.ts'
import type { Scene } from './answers.ts'
import { hostileCalls } from './hostile-calls.ts'

/** A snippet to run, and every call that prints it. */
export interface Work {
  readonly snippet: InferenceSnippet
  readonly scene: Scene
  readonly cases: string[]
}

/** Everything that is printed over HTTP. */
export interface Matrix {
  readonly calls: number
  /** What prints the same and is answered the same runs once. */
  readonly work: readonly Work[]
  readonly snippets: number
  /** How many calls have a reason in place of snippets. */
  readonly refused: Readonly<Partial<Record<InferenceReason['code'], number>>>
}

/** Every task × provider × hub × option, hostile values among them; `only` calls whose name has this text. */
export function inferenceMatrix(only = ''): Matrix {
  const found = new Map<string, Work>()
  const refused: Partial<Record<InferenceReason['code'], number>> = {}
  let calls = 0
  let snippets = 0
  for (const generator of [generatedCalls(), hostileCalls()])
    for (const each of generator) {
      if (!each.case.includes(only) || !matters(each)) continue
      calls++
      const answer = inferenceSnippets(toModelFacts(each.record), each.target, each.call)
      if ('reason' in answer) {
        refused[answer.reason.code] = (refused[answer.reason.code] ?? 0) + 1
        continue
      }
      const scene = sceneOf(each)
      for (const snippet of answer.snippets) {
        snippets++
        const key = JSON.stringify([snippet, isChat(scene.task) ? 'chat' : scene.task, looksUp(snippet) ? scene.modelInfo : null])
        const known = found.get(key)
        if (known) known.cases.push(each.case)
        else found.set(key, { snippet, scene, cases: [each.case] })
      }
    }
  return { calls, snippets, refused, work: [...found.values()] }
}

/** Ids of models that one provider treats unlike others: for the others they are ids like any other, which `mapped` stands for. */
const readBy: Readonly<Record<string, readonly string[]>> = {
  lora: ['fal-ai', 'replicate', 'wavespeed'],
  version: ['replicate'],
  kontext: ['together'],
  kokoro: ['together'],
  film: ['novita'],
  edit: ['fal-ai'],
}

function matters({ case: name, call }: GeneratedCall): boolean {
  const mapping = name.split('/')[3]?.replace(/-direct$/, '') ?? ''
  return readBy[mapping]?.includes(call.provider) ?? true
}

/** Only the hub clients ask for the model's record, and not when they are given an address. */
function looksUp({ client, code }: InferenceSnippet): boolean {
  return client.startsWith('huggingface') && !/base_url|endpointUrl|model(?:=|: )"https?:/.test(code)
}

function isChat(task: string): boolean {
  return task === 'text-generation' || task === 'any-to-any' || task.endsWith('-text-to-text')
}

/** The hub's record of the model, with the mapping that the call was printed for: hub clients look it up. */
function sceneOf({ record, call }: GeneratedCall): Scene {
  const [id, task] = [String(record['id']), String(record['pipeline_tag'])]
  const provider = call.provider === 'auto' || call.provider === 'portolan' ? 'hf-inference' : call.provider
  // Models go by their own id at the hub's own endpoint.
  const providerId = (provider === 'hf-inference' ? null : call.mapping?.providerId) ?? id.replace(/^openai\//, '')
  const row = { hfModelId: id, status: 'live', ...call.mapping, providerId, provider, task: isChat(task) ? 'conversational' : task }
  return { task, modelInfo: { ...record, tags: [task], inferenceProviderMapping: [row] } }
}

/** A part that has every task at every provider in every client, and every option in every client; the same part every time. */
export function representative(work: readonly Work[]): Work[] {
  const seen = new Set<string>()
  return work.filter(({ snippet, cases }) => {
    const [task, provider, , what] = (cases[0] ?? '').split('/')
    const client = `${snippet.language} ${snippet.client}`
    const pairs = [`${client}: ${task} at ${provider}`, `${client}: ${what}`]
    const isFirst = pairs.some((pair) => !seen.has(pair))
    for (const pair of pairs) seen.add(pair)
    return isFirst
  })
}
