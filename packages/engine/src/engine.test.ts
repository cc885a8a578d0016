import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { EngineRequest } from '@portolan/hub'
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
import { embedder } from './testing/tiny-text-models.ts'

const story = ', there was a little girl named Lily. She loved to play outside in the park. One day, she saw a big, red ball.'

describe.skipIf(noRuntime !== null || noLlama !== null)('the tiny real Llama', () => {
  test('continues a text, piece by piece', async () => {
    await using world = await openEngineHub()
    await using engine = openLocalEngine({ hub: world.hub, runtimeFolder })
    const model = await uploadModel(world.hub, world.owner, 'llama', llamaFiles())
    const parameters = { max_new_tokens: 44 }
    const { texts, last } = await runToEnd(engine, { ...model, task: 'text-generation', inputs: 'Once upon a time', parameters })
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

  test('the pages of its repo are told while it loads, and not when it is there already', async () => {
    await using world = await openEngineHub()
    await using engine = openLocalEngine({ hub: world.hub, runtimeFolder, workers: 1 })
    const model = await uploadModel(world.hub, world.owner, 'llama', llamaFiles())
    const told = async () =>
      (
        await world.hub.db.read
          .selectFrom('event')
          .innerJoin('repo', 'repo.id', 'event.repo_id')
          .select(['repo.uid', 'payload'])
          .where('topic', '=', 'progress.changed')
          .orderBy('event.id')
          .execute()
      ).map(({ uid, payload }) => {
        const { progress } = JSON.parse(payload) as { progress: { kind: string; title: string; state: string } }
        return `${uid === model.repoUid} ${progress.kind} ${progress.title} ${progress.state}`
      })
    const load = 'true engine.load Loading ada/llama on this hub'
    for (let i = 0; i < 2; i++) {
      await runToEnd(engine, { ...model, task: 'text-generation', inputs: 'Once', parameters: { max_new_tokens: 2 } })
      await expect.poll(told).toEqual([`${load} running`, `${load} done`])
    }
  })

  test('answers chat though it has no template: the turns are joined', async () => {
    await using world = await openEngineHub()
    await using engine = openLocalEngine({ hub: world.hub, runtimeFolder })
    const model = await uploadModel(world.hub, world.owner, 'llama', llamaFiles())
    const request = { ...model, task: 'conversational', parameters: { max_new_tokens: 44 } }
    const plain = await runToEnd(engine, { ...request, messages: [{ role: 'user', content: 'Once upon a time' }] })
    expect(plain.last).toMatchObject({ value: { generated_text: expect.stringContaining(story) as string }, finishReason: 'length' })
    const parts = [{ type: 'text', text: 'Once upon a time' }]
    expect((await runToEnd(engine, { ...request, messages: [{ role: 'user', content: parts }] })).last).toEqual(plain.last)
  })

  test('uses the template of a model that has one', async () => {
    await using world = await openEngineHub()
    await using engine = openLocalEngine({ hub: world.hub, runtimeFolder })
    const template = "{% for m in messages %}{% if m.role == 'user' %}{{ bos_token }}{{ m.content }}{% endif %}{% endfor %}"
    const model = await uploadModel(world.hub, world.owner, 'llama', { ...llamaFiles(), 'chat_template.jinja': template })
    const messages = [
      { role: 'system', content: 'You are a pirate.' },
      { role: 'user', content: 'Once upon a time' },
    ]
    const { last } = await runToEnd(engine, { ...model, task: 'conversational', messages, parameters: { max_tokens: 44 } })
    expect(last).toMatchObject({
      value: { generated_text: expect.stringContaining(story) as string },
      usage: { promptTokens: 5, completionTokens: 44 },
    })
  })

  test('ends at a stop text, which is in no piece', async () => {
    await using world = await openEngineHub()
    await using engine = openLocalEngine({ hub: world.hub, runtimeFolder })
    const model = await uploadModel(world.hub, world.owner, 'llama', llamaFiles())
    const parameters = { stop: ['named Lily', 'never'], return_full_text: true }
    const { texts, last } = await runToEnd(engine, { ...model, task: 'text-generation', inputs: 'Once upon a time', parameters })
    expect(texts.join('')).toBe(', there was a little girl ')
    expect(last).toMatchObject({ value: { generated_text: 'Once upon a time, there was a little girl ' }, finishReason: 'stop' })
  })

  test('chance can be repeated with a seed', async () => {
    await using world = await openEngineHub()
    await using engine = openLocalEngine({ hub: world.hub, runtimeFolder, workers: 1 })
    const model = await uploadModel(world.hub, world.owner, 'llama', llamaFiles())
    const say = async (seed: number) => {
      const parameters = { max_new_tokens: 20, temperature: 1.5, seed }
      return (await runToEnd(engine, { ...model, task: 'text-generation', inputs: 'Once upon a time', parameters })).texts.join('')
    }
    const first = await say(1)
    expect(await say(1)).toBe(first)
    expect(await say(2)).not.toBe(first)
  })

  test.for<[what: string, request: Record<string, unknown>, message: RegExp]>([
    ['no messages', { task: 'conversational', messages: [] }, /at least one message/],
    ['a picture in chat', { task: 'conversational', messages: [{ role: 'user', content: [{ type: 'image_url' }] }] }, /only text parts/],
    ['a message without a role', { task: 'conversational', messages: [{ content: 'hello' }] }, /must have a role/],
    ['a prompt beyond what the model takes', { task: 'text-generation', inputs: 'ship '.repeat(2000) }, /limited to 512/],
    ['a prompt beyond what is read at all', { task: 'text-generation', inputs: 'x'.repeat(5_000_000) }, /at most 200000 are allowed/],
    ['an empty chat', { task: 'conversational', messages: null }, /at least one message/],
    [
      'negative tokens',
      { task: 'text-generation', inputs: 'a', parameters: { max_new_tokens: -1 } },
      /max_new_tokens must be a number from 1/,
    ],
  ])('%s is refused', async ([, request, message]) => {
    await using world = await openEngineHub()
    await using engine = openLocalEngine({ hub: world.hub, runtimeFolder })
    const model = await uploadModel(world.hub, world.owner, 'llama', llamaFiles())
    await expect(runToEnd(engine, { ...model, task: 'text-generation', ...request })).rejects.toMatchObject({
      code: 'engine.invalid_input',
      message: expect.stringMatching(message) as string,
    })
  })
})

test.skipIf(noRuntime !== null)('folders that are links', async () => {
  await using world = await openEngineHub()
  const { hub, owner } = world
  const [data, runtime] = ['data', 'runtime'].map((name) => join(hub.config.dataDir, `link to ${name}`))
  await symlink(hub.config.dataDir, data ?? '')
  await symlink(runtimeFolder, runtime ?? '')
  const linked = { ...hub, config: { ...hub.config, dataDir: data ?? '' } }
  await using engine = openLocalEngine({ hub: linked, runtimeFolder: runtime ?? '', workers: 1 })
  const model = await uploadModel(hub, owner, 'vectors', { ...embedder, '1_Pooling/config.json': { pooling_mode_lasttoken: true } })
  expect((await runToEnd(engine, { ...model, task: 'feature-extraction', inputs: 'sport' })).last).toEqual({
    type: 'result',
    value: [0, 0, 0, 0],
  })
})

describe('an engine that cannot run', () => {
  test('says that it is not installed, with the command that adds it', async () => {
    await using world = await openEngineHub()
    await using engine = openLocalEngine({ hub: world.hub, runtimeFolder: world.hub.config.dataDir })
    expect(engine.unavailable).toBe('The local engine is not installed. Run `npm run engine` to install it.')
    expect(engine.refuses({ id: 'ada/x', task: 'fill-mask', library: null, modelType: 'bert', files: [] })).toBe(engine.unavailable)
    const request = { repoUid: 'f'.repeat(24) as EngineRequest['repoUid'], id: 'ada/x', commit: 'a'.repeat(40), task: 'fill-mask' }
    await expect(runToEnd(engine, request)).rejects.toMatchObject({ code: 'engine.unavailable', message: engine.unavailable })
  })

  test('says that it is switched off', async () => {
    await using world = await openEngineHub()
    await using engine = openLocalEngine({ hub: world.hub, runtimeFolder, enabled: false })
    expect(engine.unavailable).toBe('The local engine is disabled (PORTOLAN_ENGINE).')
  })
})
