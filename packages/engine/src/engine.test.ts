import { describe, expect, test } from 'vitest'
import { openLocalEngine } from './engine.ts'
import {
  llamaFiles,
  noLlama,
  noRuntime,
  openEngineHub,
  runToEnd,
  testRuntimeFolder as runtimeFolder,
  uploadModel,
} from './testing/engine-hub.ts'

const story = ', there was a little girl named Lily. She loved to play outside in the park. One day, she saw a big, red ball.'

describe.skipIf(noRuntime !== null || noLlama !== null)('the tiny real Llama', () => {
  test('continues a text, piece by piece', async () => {
    await using world = await openEngineHub()
    await using engine = openLocalEngine({ hub: world.hub, runtimeFolder })
    const model = await uploadModel(world.hub, world.owner, 'llama', llamaFiles())
    const { texts, last } = await runToEnd(engine, {
      ...model,
      task: 'text-generation',
      inputs: 'Once upon a time',
      parameters: { max_new_tokens: 44 },
    })
    expect(last).toEqual({
      type: 'result',
      value: { generated_text: expect.stringContaining(story) as string },
      usage: { promptTokens: 5, completionTokens: 44 },
      finishReason: 'length',
    })
    expect(texts.length).toBeGreaterThan(20)
    expect(last.type === 'result' && last.value).toEqual({ generated_text: texts.join('') })
    expect(engine.status().loaded).toEqual([{ id: 'ada/llama', commit: model.commit, megabytes: 2, idleSeconds: 0 }])
  })
})
