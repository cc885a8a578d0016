import { anonymous, embedCards, findRepo, semanticSearch, similarModels, setEmbeddingModel, setLocalEngine } from '@portolan/hub'
import { describe, expect, test } from 'vitest'
import { openLocalEngine } from './engine.ts'
import { noRuntime, openEngineHub, testRuntimeFolder as runtimeFolder, uploadModel } from './testing/engine-hub.ts'
import { embedder } from './testing/tiny-text-models.ts'

describe.skipIf(noRuntime !== null)('search by meaning', () => {
  test('with a model of the hub that its engine runs: a word finds cards that do not have it', async () => {
    await using world = await openEngineHub()
    const { hub, owner } = world
    await using engine = openLocalEngine({ hub, runtimeFolder, workers: 1 })
    setLocalEngine(hub, engine)
    setEmbeddingModel(hub, 'auto')
    const card = (task: string, text: string) => ({ 'README.md': `---\npipeline_tag: ${task}\n---\n${text}\n` })
    await uploadModel(hub, owner, 'vectors', { ...card('sentence-similarity', 'what'), ...embedder })
    await uploadModel(hub, owner, 'fleet', card('text-generation', 'ships'))
    await uploadModel(hub, owner, 'games', card('text-generation', 'sport'))
    await uploadModel(hub, owner, 'water', card('text-generation', 'the sea'))
    expect(await embedCards(hub)).toBe(4)
    const found = await semanticSearch(hub, anonymous, 'Harbour', { limit: 2, waitMs: 30_000 })
    expect(found?.model).toBe('ada/vectors')
    expect(found?.hits.map(({ repo }) => repo.name).sort((a, b) => a.localeCompare(b))).toEqual(['fleet', 'water'])
    const fleet = (await findRepo(hub, anonymous, 'model', 'ada/fleet'))?.repo
    if (!fleet) throw new Error('no fleet')
    expect((await similarModels(hub, anonymous, fleet, 1))?.hits.map(({ repo }) => repo.name)).toEqual(['water'])
    setLocalEngine(hub, null)
  })
})
