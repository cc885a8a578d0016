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

/** All code printed for HTTP calls. */
export interface Matrix {
  readonly calls: number
  /** Snippets with the same code and the same responses run once. */
  readonly work: readonly Work[]
  readonly snippets: number
  /** The number of calls that have a reason instead of snippets. */
  readonly refused: Readonly<Partial<Record<InferenceReason['code'], number>>>
}

/** Every task × provider × hub × option, including hostile values; `only` selects calls whose name contains this text. */
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

/** Ids that one provider treats differently from others: for the others they are ordinary ids, which `mapped` represents. */
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

/** Only the hub clients look up the model's record, and not when they are given a base URL. */
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
  // The hub's own endpoint identifies models by their own id.
  const providerId = (provider === 'hf-inference' ? null : call.mapping?.providerId) ?? id.replace(/^openai\//, '')
  const row = { hfModelId: id, status: 'live', ...call.mapping, providerId, provider, task: isChat(task) ? 'conversational' : task }
  return { task, modelInfo: { ...record, tags: [task], inferenceProviderMapping: [row] } }
}

/** A subset that has every task for every provider in every client, and every option in every client; always the same subset. */
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
