import { availableParallelism } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { HubError, type RepoType } from '@portolan/contract'
import { ThreadPool, type ThreadRunOptions, WorkerError } from '@portolan/sandbox'
import { type CardFieldValues, editCardFields, readCardFields } from './edit-card.ts'
import { extractFacts } from './extract-facts.ts'
import {
  type FactsJob,
  type FactsJobs,
  type FactsKind,
  type FactsResult,
  packFiles,
  type ReadReply,
  type ReadRequest,
} from './facts-job.ts'
import type { FactsSource, RepoFacts } from './facts.ts'
import { splitFrontMatter } from './front-matter.ts'
import { jsonObjectText, parseShardIndex, type ShardIndex } from './shard-json.ts'
import { type CardVerdict, validateCard } from './validate-card.ts'

/*
 * Reading YAML and JSON takes the processor's time in proportion to what somebody wrote: all but small texts are read in threads.
 */
const pool = new ThreadPool<FactsJob, FactsResult>({
  module: new URL('./facts-worker.ts', import.meta.url),
  name: 'facts',
  threads: availableParallelism() > 4 ? 3 : 2,
  waiting: 100,
  waitingPerKey: 30,
  heapMb: 768,
  // What is read from a bucket on the way counts, too.
  jobMs: 30_000,
  idleMs: 300_000,
})

/** YAML up to here is read at once: at its worst in about 20 ms. Characters. */
const smallYaml = 4 * 1024
/** JSON is read faster. Bytes of all files of a commit that are looked into. */
const smallFiles = 32 * 1024
/** Each is looked at a dozen times. */
const fewFiles = 1_000

/** How long what must not fail waits for a place in the line, and how often it asks. */
const timeoutMs = 30_000
const askAgainMs = 100

/** @throws {HubError} `hub.busy`; {@link WorkerError} for what takes too much time or memory */
async function factsJob<Kind extends FactsKind>(
  key: string,
  kind: Kind,
  job: FactsJobs[Kind]['job'],
  { isPatient = false, ...options }: ThreadRunOptions & { isPatient?: boolean } = {},
): Promise<FactsJobs[Kind]['result']> {
  const patientUntil = Date.now() + (isPatient ? timeoutMs : 0)
  for (;;) {
    try {
      return (await pool.run(key, { kind, ...job } as FactsJob, options)) as FactsJobs[Kind]['result']
    } catch (error) {
      if (!(error instanceof WorkerError) || (error.fault !== 'busy' && error.fault !== 'stopped')) throw error
      if (Date.now() >= patientUntil) throw new HubError('hub.busy', { retryAfter: 5 }, { cause: error })
      await setTimeout(askAgainMs)
    }
  }
}

/** {@link validateCard}, in a thread unless it is quick. @throws {HubError} `hub.busy` */
export async function checkCard(content: string, type: RepoType): Promise<CardVerdict> {
  const parts = splitFrontMatter(content)
  // What comes after the front matter says nothing about it.
  const front = parts === null ? content.slice(0, smallYaml) : content.slice(0, content.length - parts.body.length)
  if (parts === null || parts.yaml.length <= smallYaml) return validateCard(parts === null ? content : front, type)
  try {
    return await factsJob('cards', 'validate', { content: front, type })
  } catch (error) {
    if (error instanceof WorkerError) return { errors: [{ message: 'The front matter takes too long to parse (line 1)' }], warnings: [] }
    throw error
  }
}

/** {@link readCardFields}, in a thread unless it is quick. @throws {HubError} `hub.busy` */
export async function readFieldsOfCard(text: string): Promise<CardFieldValues | null> {
  return isQuick(text) ? readCardFields(text) : factsJob('cards', 'readFields', { text })
}

/** {@link editCardFields}, in a thread unless it is quick. @throws {HubError} `hub.busy` */
export async function editFieldsOfCard(text: string, changes: CardFieldValues): Promise<string> {
  return isQuick(text) ? editCardFields(text, changes) : factsJob('cards', 'editFields', { text, changes })
}

/**
 * {@link parseShardIndex}, in a thread unless it is quick; `null` also for what takes too much time or memory.
 * @param key whose turn it takes: the repo
 * @throws {HubError} `hub.busy`
 */
export async function readShardIndex(key: string, bytes: Buffer): Promise<ShardIndex | null> {
  if (bytes.length <= smallFiles) return parseShardIndex(bytes)
  return factsJob(key, 'shardIndex', { bytes: new Uint8Array(bytes) }).catch(nothingIfSlow)
}

/** {@link jsonObjectText}, like {@link readShardIndex}. @throws {HubError} `hub.busy` */
export async function readJsonObject(key: string, bytes: Buffer): Promise<string | null> {
  if (bytes.length <= smallFiles) return jsonObjectText(bytes)
  return factsJob(key, 'jsonObject', { bytes: new Uint8Array(bytes) }).catch(nothingIfSlow)
}

function nothingIfSlow(error: unknown): null {
  if (error instanceof WorkerError) return null
  throw error
}

function isQuick(text: string): boolean {
  return (splitFrontMatter(text)?.yaml.length ?? 0) <= smallYaml
}

/**
 * {@link extractFacts}, in a thread unless it is quick. What takes too much time or memory becomes a warning.
 * @param key whose turn it takes: the repo
 * @throws {HubError} `hub.busy`
 */
export async function factsOf(key: string, source: FactsSource): Promise<RepoFacts> {
  const read = source.files.filter(({ path }) => looksInto.test(path))
  const bytes = read.reduce((sum, { path, size }) => sum + (path === 'README.md' ? size * (smallFiles / smallYaml) : size), 0)
  if (bytes <= smallFiles && source.files.length <= fewFiles) return extractFacts(source)
  const { port1, port2 } = new MessageChannel()
  port1.on('message', (request: ReadRequest) => void answer(source, request).then((reply) => port1.postMessage(reply)))
  try {
    return await factsJob(
      key,
      'extract',
      { type: source.type, files: packFiles(source.files), port: port2 },
      { transfer: [port2], isPatient: true },
    )
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error
    const facts = await extractFacts({ ...source, files: source.files.filter((file) => !read.includes(file)) })
    const warning = {
      path: 'README.md',
      code: 'card.too_large',
      message: 'The card and the configuration files take too long to parse',
    } as const
    return { ...facts, warnings: [warning, ...facts.warnings] }
  } finally {
    port1.close()
  }
}

/** Files whose contents say something. */
const looksInto = /(?:^README\.md|\.json|\.jinja|\.safetensors|\.gguf)$/i

async function answer(source: FactsSource, { id, path, range }: ReadRequest): Promise<ReadReply> {
  try {
    return { id, bytes: new Uint8Array(await source.read(path, range)) }
  } catch (error) {
    return { id, error: String(error) }
  }
}
