import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type CommitOperation, createRepo, type Hub, localEngine, recordUpload, type Repo } from '@portolan/hub'
import { WordEngine } from '@portolan/hub/testing'
import { vi } from 'vitest'
import { openEngine } from '../../open-engine.ts'
import { makeFakeEngineRuntime } from '../fake-engine-runtime.ts'
import { openMockUpstream } from '../mock-upstream.ts'
import { openTestApp, type TestApp } from '../open-test-app.ts'
import type { OwnEffect, Settings } from './effect.ts'

const patience = { timeout: 30_000 }

/** A server with an engine, and models `ada/one` and `ada/two` that it can run. */
async function withEngine<T>(settings: Settings, see: (t: TestApp) => Promise<T>): Promise<T> {
  using runtime = makeFakeEngineRuntime()
  await using t = await openTestApp({
    settings: { PORTOLAN_ENGINE: 'on', PORTOLAN_ENGINE_RUNTIME: runtime.folder, PORTOLAN_ENGINE_WORKERS: '1', ...settings },
    openEngine,
  })
  for (const name of ['one', 'two'])
    await t.addRepo({
      type: 'model',
      name,
      files: {
        'README.md': '---\npipeline_tag: text-classification\n---\n',
        'config.json': '{"model_type":"distilbert","architectures":["DistilBertForSequenceClassification"]}',
        'tokenizer.json': '{}',
        'onnx/model.onnx': name,
      },
    })
  return await see(t)
}

/** Stores a file of any size in the blob store. @returns the operation that commits it */
async function storeLarge(t: TestApp, repo: Repo, path: string, bytes: Buffer): Promise<CommitOperation> {
  const blob = await t.hub.blobs.put(Readable.from([bytes]), {})
  await t.hub.db.write((tx) => recordUpload(tx, t.hub, repo.id, t.actors.ada.userId, blob))
  const { sha256, size } = blob
  return { kind: 'lfs', path, sha256, size }
}

const requestOf = (t: TestApp, inputs: string) => ({
  method: 'POST',
  headers: { authorization: `Bearer ${t.tokens.ada}`, 'content-type': 'application/json' },
  body: JSON.stringify({ inputs }),
})

const classify = (t: TestApp, inputs: string, name = 'one') =>
  t.app.request(`http://localhost/hf-inference/models/ada/${name}`, requestOf(t, inputs))

/** The status of a call while another call keeps its worker busy. */
async function callBeside(t: TestApp): Promise<number> {
  const stop = new AbortController()
  // Over a real connection, so that the server notices when it is aborted.
  const stuck = fetch(`http://127.0.0.1:${t.port}/hf-inference/models/ada/one`, { ...requestOf(t, 'stuck'), signal: stop.signal })
  await vi.waitUntil(() => localEngine(t.hub)?.status().loaded.length === 1, patience)
  const { status } = await classify(t, 'quick', 'two')
  stop.abort()
  await stuck.catch(() => {})
  return status
}

function compare<T>(first: Settings, second: Settings, see: (t: TestApp) => Promise<T>): () => Promise<[T, T]> {
  return async () => [await withEngine(first, see), await withEngine(second, see)]
}

/** Settings of the engine that runs models on the hub. */
export const engineEffects = {
  engine: { seen: [200, 404], compare: compare({}, { PORTOLAN_ENGINE: 'off' }, async (t) => (await classify(t, 'x')).status) },
  engineRuntime: {
    seen: [200, 404],
    compare: compare({}, { PORTOLAN_ENGINE_RUNTIME: tmpdir() }, async (t) => (await classify(t, 'x')).status),
  },
  engineMemoryMb: {
    seen: [200, 'too large'],
    compare: compare({}, { PORTOLAN_ENGINE_MEMORY_MB: '300' }, async (t) => {
      const repo = await t.addRepo({
        type: 'model',
        name: 'large',
        files: { 'README.md': '---\npipeline_tag: text-classification\n---\n' },
      })
      await t.commit(repo, [
        { kind: 'file', path: 'config.json', content: Buffer.from('{"model_type":"distilbert"}') },
        { kind: 'file', path: 'tokenizer.json', content: Buffer.from('{}') },
        await storeLarge(t, repo, 'onnx/model.onnx', Buffer.alloc(60_000_000)),
      ])
      const answer = await classify(t, 'x', 'large')
      return answer.status === 200 ? 200 : 'too large'
    }),
  },
  engineWorkers: {
    seen: [429, 200],
    compare: compare({ PORTOLAN_ENGINE_QUEUE: '0' }, { PORTOLAN_ENGINE_QUEUE: '0', PORTOLAN_ENGINE_WORKERS: '2' }, callBeside),
  },
  engineQueue: {
    seen: [200, 429],
    compare: compare(
      { PORTOLAN_ENGINE_TIMEOUT_SECONDS: '2' },
      { PORTOLAN_ENGINE_TIMEOUT_SECONDS: '2', PORTOLAN_ENGINE_QUEUE: '0' },
      callBeside,
    ),
  },
  engineTimeoutSeconds: {
    seen: [200, 504],
    compare: compare({}, { PORTOLAN_ENGINE_TIMEOUT_SECONDS: '1' }, async (t) => (await classify(t, 'slow')).status),
  },
  engineIdleSeconds: {
    seen: ['stays', 'leaves'],
    compare: async () => {
      // Check the first server once the second has unloaded its model.
      return withEngine({}, (patient) =>
        withEngine({ PORTOLAN_ENGINE_IDLE_SECONDS: '1' }, async (hasty) => {
          const loaded = (t: TestApp) => localEngine(t.hub)?.status().loaded.length
          await classify(patient, 'x')
          await classify(hasty, 'x')
          await vi.waitUntil(() => loaded(hasty) === 0, patience)
          return [loaded(patient) === 1 ? 'stays' : 'leaves', 'leaves'] as [string, string]
        }),
      )
    },
  },
  engineCacheMb: {
    seen: [2, 1],
    compare: compare({}, { PORTOLAN_ENGINE_CACHE_MB: '0' }, async (t) => {
      await classify(t, 'x', 'one')
      await classify(t, 'x', 'two')
      return readdirSync(join(t.hub.config.dataDir, 'engine')).length
    }),
  },
} as const satisfies Record<string, OwnEffect>

/** A server with a model that is served by a mock upstream. */
async function withUpstream<T>(settings: Settings, see: (t: TestApp) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-upstreams-'))
  await using mock = await openMockUpstream()
  try {
    const file = join(folder, 'upstreams.yaml')
    writeFileSync(
      file,
      `upstreams:\n  - name: vllm\n    kind: openai\n    url: ${mock.url}\n    probe: false\n    models:\n      - id: ada/tides\n`,
    )
    await using t = await openTestApp({ settings: { PORTOLAN_INFERENCE_FILE: file, ...settings } })
    await t.addRepo({ type: 'model', name: 'tides', files: { 'README.md': '---\npipeline_tag: text-generation\n---\n' } })
    return await see(t)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const chat = async (t: TestApp, as?: string) => {
  const json = { model: 'ada/tides', messages: [{ role: 'user', content: 'When?' }] }
  const answer = await t.call('/v1/chat/completions', { method: 'POST', json, ...(as === undefined ? {} : { as }) })
  await answer.text()
  return answer.status
}

const chatTwice = async (t: TestApp) => [await chat(t, 'ada'), await chat(t, 'ada')]

function compareUpstream<T>(first: Settings, second: Settings, see: (t: TestApp) => Promise<T>): () => Promise<[T, T]> {
  return async () => [await withUpstream(first, see), await withUpstream(second, see)]
}

/** Settings that control who may call models, and which upstreams serve them. */
export const inferenceEffects = {
  inferenceFile: { seen: [200, 404], compare: compareUpstream({}, { PORTOLAN_INFERENCE_FILE: '' }, (t) => chat(t, 'ada')) },
  inferenceAnonymous: { seen: [401, 200], compare: compareUpstream({}, { PORTOLAN_INFERENCE_ANONYMOUS: 'public' }, (t) => chat(t)) },
  inferenceRequestsPerDay: {
    seen: [
      [200, 200],
      [200, 429],
    ],
    compare: compareUpstream({}, { PORTOLAN_INFERENCE_REQUESTS_PER_DAY: '1' }, chatTwice),
  },
  inferenceTokensPerDay: {
    seen: [
      [200, 200],
      [200, 429],
    ],
    compare: compareUpstream({}, { PORTOLAN_INFERENCE_TOKENS_PER_DAY: '10' }, chatTwice),
  },
  embeddingModel: {
    seen: [503, 200],
    compare: async () => {
      const search = async (setting: string) => {
        await using t = await openTestApp({ settings: { PORTOLAN_EMBEDDING_MODEL: setting }, openEngine: () => new WordEngine() })
        const files = { 'README.md': '---\npipeline_tag: feature-extraction\n---\nCounts words.\n', 'onnx/model.onnx': 'x' }
        await t.addRepo({ type: 'model', name: 'counts-words', files })
        await t.scheduler.run('embed cards')
        return (await t.call('/api/semantic-search?q=words')).status
      }
      return [await search('off'), await search('ada/counts-words')]
    },
  },
} as const satisfies Record<string, OwnEffect>

/**
 * A server with two datasets whose reads block until they are released.
 * @param salt added to their content, since results for the same content are cached across hubs in this process
 */
async function withPreviews<T>(settings: Settings, salt: string, see: (t: TestApp, reads: Reads) => Promise<T>): Promise<T> {
  await using t = await openTestApp({ settings })
  const reads: Reads = { open: 0, most: 0, goOn: Promise.withResolvers<void>() }
  for (const name of ['one', 'two']) {
    const repo = await createRepo(t.hub, t.actors.ada, { type: 'dataset', name })
    await t.commit(repo, [await storeLarge(t, repo, 'train.csv', Buffer.from(`port,metres\n${`${name},${salt}\n`.repeat(50)}`))])
  }
  stall(t.hub, reads)
  return await see(t, reads)
}

interface Reads {
  open: number
  most: number
  readonly goOn: PromiseWithResolvers<void>
}

function stall(hub: Hub, reads: Reads): void {
  const { blobs } = hub
  const read = blobs.read.bind(blobs)
  blobs.read = async (...asked) => {
    reads.most = Math.max(reads.most, ++reads.open)
    await reads.goOn.promise
    reads.open--
    return read(...asked)
  }
}

const rowsOf = (t: TestApp, name: string) => t.call(`/api/datasets/ada/${name}/preview/rows`)

/** Settings of the worker processes that read datasets for previews. */
export const previewEffects = {
  previewTimeoutSeconds: {
    seen: ['waits', 'gives up'],
    compare: async () => {
      const see = (seconds: string, isServed: boolean) =>
        withPreviews({ PORTOLAN_PREVIEW_TIMEOUT_SECONDS: seconds }, `1${seconds}`, async (t, reads) => {
          const answer = rowsOf(t, 'one')
          if (isServed) reads.goOn.resolve()
          return (await answer).status === 200 ? 'waits' : 'gives up'
        })
      return [await see('60', true), await see('1', false)]
    },
  },
  previewWorkers: {
    seen: [1, 2],
    compare: async () => {
      const see = (workers: number) =>
        withPreviews(
          { PORTOLAN_PREVIEW_WORKERS: String(workers), PORTOLAN_PREVIEW_TIMEOUT_SECONDS: '60' },
          `2${workers}`,
          async (t, reads) => {
            const answers = [rowsOf(t, 'one'), rowsOf(t, 'two')]
            await vi.waitUntil(() => reads.open === workers, patience)
            reads.goOn.resolve()
            await Promise.all(answers)
            return reads.most
          },
        )
      return [await see(1), await see(2)]
    },
  },
  previewMemoryMb: {
    seen: ['read', 'too large'],
    compare: async () => {
      // Small as text, large in memory.
      const text = `[{"a":[${'[],'.repeat(8_000_000)}[]]}`
      const see = async (megabytes: string) => {
        await using t = await openTestApp({ settings: { PORTOLAN_PREVIEW_MEMORY_MB: megabytes, PORTOLAN_PREVIEW_TIMEOUT_SECONDS: '60' } })
        const repo = await createRepo(t.hub, t.actors.ada, { type: 'dataset', name: 'many' })
        await t.commit(repo, [await storeLarge(t, repo, 'train.json', Buffer.from(`${text},{"b":${megabytes}}]`))])
        return (await rowsOf(t, 'many')).status === 200 ? 'read' : 'too large'
      }
      return [await see('3000'), await see('300')]
    },
  },
} as const satisfies Record<string, OwnEffect>
