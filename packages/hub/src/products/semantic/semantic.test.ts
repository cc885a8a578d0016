import { describe, expect, test } from 'vitest'
import { type Actor, anonymous, type UserActor } from '../../foundation/actor/index.ts'
import { createUser, loadActor } from '../../identity/accounts/index.ts'
import { createCommit } from '../../changes/commits/index.ts'
import { visibility } from '../../foundation/db/visibility.ts'
import { EngineError, setLocalEngine } from '../inference/index.ts'
import { createRepo, deleteRepo, updateRepoSettings } from '../../repository/repos/index.ts'
import { findRepo, type Repo } from '../../repository/access/index.ts'
import { databases, openTestHub, type TestHub } from '../../testing/open-test-hub.ts'
import { WordEngine } from '../../testing/word-engine.ts'
import { embedCards } from './embed-cards.ts'
import { semanticSearch, similarModels } from './find-similar.ts'
import { setEmbeddingModel, semanticState } from './semantic-state.ts'

async function openWorld(database: (typeof databases)[number], setting: 'auto' | 'off' = 'auto') {
  const hub = await openTestHub({ database })
  // One after the other: the first one is the hub's administrator, and sees everything.
  const ada = await newUser(hub, 'ada')
  const bob = await newUser(hub, 'bob')
  const engine = new WordEngine()
  setLocalEngine(hub, engine)
  setEmbeddingModel(hub, setting)
  const embedder = await model(hub, ada, 'counts-words', '', { 'onnx/model.onnx': 'x' }, 'feature-extraction')
  return { hub, ada, bob, engine, embedder, [Symbol.asyncDispose]: () => hub.close() }
}

async function newUser(hub: TestHub, name: string): Promise<UserActor> {
  const account = await createUser(hub, { name, password: null, email: `${name}@example.org` })
  const actor = await loadActor(hub.db.read, account.id, null)
  if (actor === null) throw new Error('no user')
  return actor
}

async function model(
  hub: TestHub,
  owner: UserActor,
  name: string,
  card: string,
  files: Record<string, string> = {},
  task = 'text-generation',
) {
  const all = { 'README.md': `---\npipeline_tag: ${task}\n---\n${card}\n`, ...files }
  return await createRepo(hub, owner, {
    type: 'model',
    name,
    files: Object.entries(all).map(([path, content]) => ({ path, content: Buffer.from(content) })),
  })
}

async function found(hub: TestHub, actor: Actor, text: string, limit = 3): Promise<string[] | null> {
  forgetWhatWasRead(hub)
  const answer = await semanticSearch(hub, actor, text, { limit, waitMs: 5000 })
  return answer && answer.hits.map(({ repo }) => repo.fullName)
}

/** The tables are only polled every few seconds; tests do not wait. */
function forgetWhatWasRead(hub: TestHub): void {
  const state = semanticState(hub)
  if (state.index) state.index = { ...state.index, readAt: -1e9 }
  state.model = null
  state.sweep.notBefore = 0
}

async function push(hub: TestHub, owner: UserActor, repo: Repo, path: string, content: string): Promise<void> {
  await createCommit(hub, owner, repo, {
    revision: 'main',
    summary: 'Change',
    operations: [{ kind: 'file', path, content: Buffer.from(content) }],
  })
}

describe.for(databases)('semantic search on %s', (database) => {
  test('finds models by what their cards say, nearest first', async () => {
    await using world = await openWorld(database)
    const { hub, ada } = world
    await model(hub, ada, 'boats', 'Classifies sailing ships and harbours at sea.')
    await model(hub, ada, 'birds', 'Counts gulls above harbours.')
    await model(hub, ada, 'poems', 'Writes poems about love.')
    expect(await embedCards(hub)).toBe(4)
    expect(await embedCards(hub)).toBe(0)
    expect((await found(hub, anonymous, 'sailing ships\nat sea'))?.[0]).toBe('ada/boats')
    expect(await found(hub, anonymous, 'gulls above harbours', 2)).toEqual(['ada/birds', 'ada/boats'])
    const boats = (await findRepo(hub, anonymous, 'model', 'ada/boats'))?.repo
    if (!boats) throw new Error('no boats')
    const similar = await similarModels(hub, anonymous, boats, 2)
    expect(similar?.model).toBe('ada/counts-words')
    expect(similar?.hits.map(({ repo }) => repo.name)).not.toContain('boats')
    expect(similar?.hits.length).toBe(2)
  })

  test('a private model is found by those who may see it, and by nobody else', async () => {
    await using world = await openWorld(database)
    const { hub, ada, bob } = world
    const secret = await model(hub, ada, 'secret-ships', 'Classifies sailing ships at sea.')
    await updateRepoSettings(hub, ada, secret, { visibility: 'private' })
    const boats = await model(hub, bob, 'boats', 'Classifies sailing ships and boats at sea.')
    await embedCards(hub)
    expect(await found(hub, ada, 'sailing ships at sea', 1)).toEqual(['ada/secret-ships'])
    for (const actor of [anonymous, bob]) {
      expect(await found(hub, actor, 'sailing ships at sea', 10)).not.toContain('ada/secret-ships')
      expect((await similarModels(hub, actor, boats, 10))?.hits.map(({ repo }) => repo.name)).not.toContain('secret-ships')
    }
    // Hidden after it was found: it is still among the vectors, but not in the result.
    await updateRepoSettings(hub, bob, boats, { visibility: 'private' })
    expect(await found(hub, anonymous, 'boats', 10)).toEqual(['ada/counts-words'])
  })

  test('a private embedding model is not named to strangers', async () => {
    await using world = await openWorld(database, 'off')
    const { hub, ada, embedder } = world
    await updateRepoSettings(hub, ada, embedder, { visibility: 'private' })
    setEmbeddingModel(hub, { repo: 'ada/counts-words', revision: null })
    await embedCards(hub)
    const ask = (actor: Actor) => semanticSearch(hub, actor, 'words', { limit: 1, waitMs: 5000 })
    expect(await ask(anonymous)).toEqual({ model: null, hits: [] })
    expect((await ask(ada))?.model).toBe('ada/counts-words')
  })

  test('a push makes a new vector, unless it leaves the card alone', async () => {
    await using world = await openWorld(database)
    const { hub, ada, engine } = world
    const repo = await model(hub, ada, 'thing', 'Writes poems about love.')
    await embedCards(hub)
    const asked = engine.asked
    await push(hub, ada, repo, 'notes.txt', 'nothing of the card')
    expect(await embedCards(hub)).toBe(0)
    expect(engine.asked).toBe(asked)
    hub.tick(60_000)
    await push(hub, ada, repo, 'README.md', '---\npipeline_tag: text-generation\n---\nClassifies sailing ships.\n')
    expect(await embedCards(hub)).toBe(1)
    expect((await found(hub, anonymous, 'sailing ships'))?.[0]).toBe('ada/thing')
  })

  test('another commit of the embedding model makes all vectors anew', async () => {
    await using world = await openWorld(database)
    const { hub, ada, embedder } = world
    await model(hub, ada, 'boats', 'Classifies sailing ships.')
    expect(await embedCards(hub)).toBe(2)
    await push(hub, ada, embedder, 'onnx/model.onnx', 'y')
    forgetWhatWasRead(hub)
    expect(await embedCards(hub)).toBe(2)
    expect((await found(hub, anonymous, 'sailing ships'))?.[0]).toBe('ada/boats')
  })

  test('deleted models go', async () => {
    await using world = await openWorld(database)
    const { hub, ada } = world
    const boats = await model(hub, ada, 'boats', 'Classifies sailing ships.')
    await embedCards(hub)
    await deleteRepo(hub, ada, boats)
    expect(await found(hub, ada, 'sailing ships', 10)).toEqual(['ada/counts-words'])
    await embedCards(hub)
    const rows = await hub.db.read.selectFrom('card_embedding').select('repo_id').execute()
    expect(rows.map(({ repo_id: id }) => id)).not.toContain(boats.id)
  })

  test('models that garbage collection frees go, too, and are never embedded', async () => {
    await using world = await openWorld(database)
    const { hub, ada } = world
    const boats = await model(hub, ada, 'boats', 'Classifies sailing ships.')
    await embedCards(hub)
    await hub.db.write((tx) => tx.updateTable('repo').set({ vis: visibility.beingFreed }).where('id', '=', boats.id).execute())
    expect(await embedCards(hub)).toBe(0)
    const rows = await hub.db.read.selectFrom('card_embedding').select('repo_id').execute()
    expect(rows.map(({ repo_id: id }) => id)).not.toContain(boats.id)
    expect(await embedCards(hub)).toBe(0)
  })

  test('an engine with too much to do is left alone, and nothing is forgotten', async () => {
    await using world = await openWorld(database)
    const { hub, ada, engine } = world
    await model(hub, ada, 'boats', 'Classifies sailing ships.')
    engine.failing = new EngineError('engine.busy')
    expect(await embedCards(hub)).toBe(0)
    expect(await found(hub, anonymous, 'ships')).toBeNull()
    engine.failing = null
    forgetWhatWasRead(hub)
    expect(await embedCards(hub)).toBe(2)
  })

  test('a model that does not run is passed over, where the hub chose it by itself', async () => {
    await using world = await openWorld(database)
    const { hub, ada, engine } = world
    await model(hub, ada, 'second', '', { 'onnx/model.onnx': 'x' }, 'sentence-similarity')
    engine.failing = new EngineError('engine.unsupported')
    expect(await embedCards(hub)).toBe(0)
    engine.failing = null
    expect(await embedCards(hub)).toBe(2)
    const answer = await semanticSearch(hub, anonymous, 'second', { limit: 1, waitMs: 5000 })
    expect(answer?.model).toBe('ada/second')
  })

  test('there is none without an engine, a model or the wish', async () => {
    await using world = await openWorld(database, 'off')
    const { hub } = world
    expect(await embedCards(hub)).toBe(0)
    expect(await found(hub, anonymous, 'ships')).toBeNull()
    setEmbeddingModel(hub, { repo: 'ada/nothing', revision: null })
    expect(await found(hub, anonymous, 'ships')).toBeNull()
    setEmbeddingModel(hub, { repo: 'ada/counts-words', revision: 'v9' })
    expect(await found(hub, anonymous, 'ships')).toBeNull()
    setEmbeddingModel(hub, 'auto')
    setLocalEngine(hub, null)
    expect(await found(hub, anonymous, 'ships')).toBeNull()
  })
})
