import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { prepare, type XetAccess } from '../../../apps/server/src/testing/xet-client.ts'
import { writeShard } from '../../../packages/xet/src/index.ts'
import { admin, type BootedHub } from '../../support/booted-hub.ts'
import type { FileRecord, Ledger } from './ledger.ts'

const run = promisify(execFile)
/** A request that takes longer hangs. Milliseconds. */
const hungMs = 60_000
const pauseMs = 100

export interface Load {
  readonly hubs: readonly BootedHub[]
  readonly ledger: Ledger
  /** A folder for clones. */
  readonly folder: string
  isOver: boolean
}

/** How a request failed: with an answer of this status and code. */
class Refused extends Error {
  constructor(what: string, status: number, code: string) {
    super(`${what} ${status} ${code}`.trim())
  }
}

/** Starts clients that write, read and delete through all servers, until the load is over. */
export function startClients(load: Load): Promise<unknown> {
  const repo = (name: string) => `${admin.name}/${name}`
  return Promise.all([
    ...['commits', 'commits', 'shared', 'shared'].map((name, i) => writer(load, 'commit', repo(name), `w${i}`, commitText)),
    ...['lfs', 'shared'].map((name, i) => writer(load, 'LFS upload', repo(name), `l${i}`, commitLfs)),
    ...['xet', 'shared'].map((name, i) => writer(load, 'Xet upload', repo(name), `x${i}`, commitXet)),
    pusher(load, repo('pushes')),
    ...[0, 1].map(() => reader(load)),
  ])
}

/**
 * Uploads a small file through each of the servers, again and again, until it was stored.
 * @returns how long it took until the last server had stored one; milliseconds
 */
export async function untilAllStore(load: Load, hubs: readonly BootedHub[], giveUpMs: number): Promise<number> {
  const begin = performance.now()
  const store = async (hub: BootedHub) => {
    for (;;) {
      const bytes = randomBytes(2_000)
      const path = `probes/${randomBytes(8).toString('hex')}.bin`
      const file: FileRecord = { repo: `${admin.name}/lfs`, path, sha256: shaOf(bytes), state: 'unknown' }
      load.ledger.files.push(file)
      try {
        load.ledger.commits.push({ repo: file.repo, oid: await commitLfs(hub, file.repo, path, bytes) })
        file.state = 'there'
        load.ledger.acknowledge('LFS upload', hub.url)
        return performance.now() - begin
      } catch (error) {
        if (performance.now() - begin > giveUpMs) throw error
        load.ledger.refuse('LFS upload', reasonOf(error))
        await delay(pauseMs)
      }
    }
  }
  return Math.max(...(await Promise.all(hubs.map(store))))
}

/** The repos that clients write to. */
export const repoNames = ['commits', 'shared', 'lfs', 'xet', 'pushes'] as const

type Upload = (hub: BootedHub, repo: string, path: string, bytes: Buffer) => Promise<string>

/** Writes files of its own, and deletes every fourth again. */
async function writer(load: Load, kind: string, repo: string, name: string, upload: Upload): Promise<void> {
  const { ledger } = load
  for (let i = 0; !load.isOver; i++) {
    const bytes = randomBytes(kind === 'commit' ? 1_500 + i : 150_000 + i)
    const file: FileRecord = { repo, path: `${name}/${i}.${kind === 'commit' ? 'txt' : 'bin'}`, sha256: shaOf(bytes), state: 'unknown' }
    ledger.files.push(file)
    await attempt(load, kind, async (hub) => {
      ledger.commits.push({ repo, oid: await upload(hub, repo, file.path, bytes) })
      file.state = 'there'
    })
    if (i % 4 === 3 && file.state === 'there') {
      file.state = 'unknown'
      await attempt(load, 'deletion', async (hub) => {
        ledger.commits.push({ repo, oid: await commit(hub, repo, { key: 'deletedFile', value: { path: file.path } }) })
        file.state = 'gone'
      })
    }
  }
}

/** Downloads what was acknowledged, from any server. */
async function reader(load: Load): Promise<void> {
  const { ledger } = load
  while (!load.isOver) {
    const there = ledger.files.filter(({ state }) => state === 'there')
    const file = there[Math.floor(Math.random() * there.length)]
    if (file === undefined) {
      await delay(pauseMs)
      continue
    }
    await attempt(load, 'download', async (hub) => {
      const answer = await hub.fetch(`/${file.repo}/resolve/main/${file.path}`, inTime())
      if (answer.status === 404 && file.state === 'there') ledger.wrong.push(`${file.repo} ${file.path} is missing at ${hub.url}`)
      if (!answer.ok) return refuse('', answer)
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (shaOf(bytes) !== file.sha256) ledger.wrong.push(`${file.repo} ${file.path} has other bytes at ${hub.url}`)
    })
  }
}

/** Pushes with git, from one clone, through any server. */
async function pusher(load: Load, repo: string): Promise<void> {
  const clone = join(load.folder, 'pusher')
  await mkdir(clone, { recursive: true })
  await git(clone, 'init', '-q', '-b', 'main')
  for (let i = 0; !load.isOver; i++) {
    await writeFile(join(clone, `${i}.txt`), randomBytes(20_000).toString('hex'))
    await git(clone, 'add', '-A')
    await git(clone, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '-q', '-m', `push ${i}`)
    const oid = (await git(clone, 'rev-parse', 'HEAD')).trim()
    await attempt(load, 'push', async (hub) => {
      await git(clone, 'push', '-q', '-f', gitAddress(hub, repo), 'main').catch((error: unknown) => {
        throw new Error(/returned error: \d+|RPC failed|Failed to connect|hung up|rejected.*/.exec(String(error))?.[0] ?? 'git failed')
      })
      load.ledger.commits.push({ repo, oid })
    })
  }
}

async function attempt(load: Load, kind: string, work: (hub: BootedHub) => Promise<void>): Promise<void> {
  const hub = load.hubs[Math.floor(Math.random() * load.hubs.length)]
  if (hub === undefined) return
  try {
    await work(hub)
    load.ledger.acknowledge(kind, hub.url)
    await delay(pauseMs)
  } catch (error) {
    load.ledger.refuse(kind, reasonOf(error))
    // Like a client that waits before it tries again.
    await delay(200)
  }
}

function reasonOf(error: unknown): string {
  const { name, message } = error as Error
  if (name === 'TimeoutError') return `no answer within ${hungMs / 1_000} s`
  if (error instanceof Refused || name === 'Error') return message
  return 'connection broken'
}

async function commitText(hub: BootedHub, repo: string, path: string, bytes: Buffer): Promise<string> {
  return commit(hub, repo, { key: 'file', value: { path, content: bytes.toString('base64'), encoding: 'base64' } })
}

async function commitLfs(hub: BootedHub, repo: string, path: string, bytes: Buffer): Promise<string> {
  const answer = await hub.fetch(`/${repo}.git/info/lfs/objects/batch`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/vnd.git-lfs+json' },
    body: JSON.stringify({ operation: 'upload', transfers: ['basic'], objects: [{ oid: shaOf(bytes), size: bytes.length }] }),
    ...inTime(),
  })
  if (!answer.ok) return refuse('batch', answer)
  const { objects } = (await answer.json()) as { objects: { actions?: { upload?: { href: string } } }[] }
  const href = objects[0]?.actions?.upload?.href
  if (href !== undefined) {
    const put = await fetch(href, { method: 'PUT', body: new Uint8Array(bytes), ...inTime() })
    if (!put.ok) return refuse('PUT', put)
    await put.arrayBuffer()
  }
  return commitPointer(hub, repo, path, bytes)
}

async function commitXet(hub: BootedHub, repo: string, path: string, bytes: Buffer): Promise<string> {
  const token = await hub.fetch(`/api/models/${repo}/xet-write-token/main`, inTime())
  if (!token.ok) return refuse('token', token)
  const access = (await token.json()) as XetAccess
  const file = await prepare(bytes)
  const send = async (what: string, address: string, body: Uint8Array) => {
    const headers = { Authorization: `Bearer ${access.accessToken}` }
    const answer = await fetch(`${access.casUrl}${address}`, { method: 'POST', headers, body: new Uint8Array(body), ...inTime() })
    if (!answer.ok) await refuse(what, answer)
    await answer.arrayBuffer()
  }
  await send('xorb', `/v1/xorbs/default/${file.xorb.hash}`, file.xorb.body)
  await send('shard', '/v1/shards', writeShard([file.shard], []))
  return commitPointer(hub, repo, path, bytes)
}

function commitPointer(hub: BootedHub, repo: string, path: string, bytes: Buffer): Promise<string> {
  return commit(hub, repo, { key: 'lfsFile', value: { path, algo: 'sha256', oid: shaOf(bytes), size: bytes.length } })
}

/** @returns the id of the commit */
async function commit(hub: BootedHub, repo: string, operation: object): Promise<string> {
  const answer = await hub.fetch(`/api/models/${repo}/commit/main`, {
    method: 'POST',
    body: [{ key: 'header', value: { summary: 'chaos' } }, operation].map((line) => JSON.stringify(line)).join('\n'),
    ...inTime(),
  })
  if (!answer.ok) return refuse('commit', answer)
  return ((await answer.json()) as { commitOid: string }).commitOid
}

async function refuse(what: string, answer: Response): Promise<never> {
  const { code = '', error = '' } = (await answer.json().catch(() => ({}))) as { code?: string; error?: string }
  const retry = answer.status === 503 && answer.headers.get('retry-after') === null ? ' without Retry-After' : ''
  throw new Refused(what, answer.status, `${code}${answer.status === 500 ? ` ${error}` : ''}${retry}`)
}

/** Runs git without the configuration of this machine. */
export async function git(folder: string, ...words: string[]): Promise<string> {
  const { stdout } = await run('git', ['-C', folder, ...words], {
    env: {
      ...process.env,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_SYSTEM: '/dev/null',
      GIT_TERMINAL_PROMPT: '0',
      GIT_LFS_SKIP_SMUDGE: '1',
    },
    timeout: hungMs,
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout
}

export function gitAddress(hub: BootedHub, repo: string): string {
  const url = new URL(hub.url)
  return `http://${admin.name}:${admin.token}@${url.host}/${repo}`
}

export function shaOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function inTime(): { signal: AbortSignal } {
  return { signal: AbortSignal.timeout(hungMs) }
}
