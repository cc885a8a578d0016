import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { BootedHub } from '../../support/booted-hub.ts'
import { git, gitAddress, repoNames, shaOf } from './clients.ts'
import type { Cluster } from './cluster.ts'
import type { Ledger } from './ledger.ts'
import type { Receiver } from './receiver.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
/** A dead server's lease on a webhook expires after a minute, and the first retry comes after ten seconds. Milliseconds. */
const webhookPatienceMs = 180_000
const requestsAtOnce = 8

/** What is wrong after a run. All lists should be empty. */
export interface Findings {
  /** Acknowledged, and missing or undone. */
  readonly lost: string[]
  /** Listed, but not complete. */
  readonly halfVisible: string[]
  /** Present with other bytes, or reported by `portolan verify` or `git fsck`. */
  readonly damaged: string[]
  /** Commits that no webhook message told of. */
  readonly dropped: string[]
  /** Commits that two messages with different ids told of. */
  readonly duplicated: string[]
}

/** Compares what the hub has with what clients were told. */
export async function verifyCluster(cluster: Cluster, ledger: Ledger, receiver: Receiver, folder: string): Promise<Findings> {
  const findings: Findings = { lost: [], halfVisible: [], damaged: [], dropped: [], duplicated: [] }
  findings.damaged.push(...ledger.wrong)
  await checkFiles(cluster.hubs, ledger, findings)
  for (const name of repoNames) await checkRepo(cluster.hubs, `ada/${name}`, ledger, folder, findings)
  findings.damaged.push(...(await reportedDamage(cluster, folder)))
  await checkWebhooks(ledger, receiver, findings)
  return findings
}

async function checkFiles(hubs: readonly BootedHub[], ledger: Ledger, findings: Findings): Promise<void> {
  await each(ledger.files, async ({ repo, path, sha256, state }, i) => {
    const answer = await anyOf(hubs, i).fetch(`/${repo}/resolve/main/${path}`)
    const bytes = answer.ok ? Buffer.from(await answer.arrayBuffer()) : null
    const name = `${repo} ${path} (${state}): ${answer.status}`
    if (state === 'gone' ? answer.status !== 404 : state === 'there' && bytes === null) findings.lost.push(name)
    else if (bytes === null && answer.status !== 404) findings.halfVisible.push(name)
    else if (bytes !== null && shaOf(bytes) !== sha256) findings.damaged.push(name)
  })
}

/** Every listed file can be read with its recorded size and hash, git finds no fault, and every acknowledged commit is in the history. */
async function checkRepo(hubs: readonly BootedHub[], repo: string, ledger: Ledger, folder: string, findings: Findings): Promise<void> {
  const clone = await mkdtemp(join(folder, 'clone-'))
  try {
    await git(folder, 'clone', '-q', '--bare', gitAddress(anyOf(hubs, 0), repo), clone)
    const complaints = (await git(clone, 'fsck', '--strict', '--full', '--no-dangling')).trim()
    if (complaints !== '') findings.damaged.push(`${repo}: ${complaints}`)
    const history = new Set((await git(clone, 'rev-list', 'main')).trim().split('\n'))
    for (const commit of ledger.commits)
      if (commit.repo === repo && !history.has(commit.oid)) findings.lost.push(`${repo} commit ${commit.oid}`)
    const listed = (await git(clone, 'ls-tree', '-r', '--name-only', '-z', 'main')).split('\0').filter((path) => path !== '')
    const known = new Set(ledger.files.filter((file) => file.repo === repo).map(({ path }) => path))
    await each(listed, async (path, i) => {
      if (known.has(path)) return
      const answer = await anyOf(hubs, i).fetch(`/${repo}/resolve/main/${path}`)
      const { length } = Buffer.from(await answer.arrayBuffer())
      if (!answer.ok || length !== Number(answer.headers.get('x-linked-size') ?? length)) findings.halfVisible.push(`${repo} ${path}`)
    })
  } finally {
    await rm(clone, { recursive: true, force: true })
  }
}

async function reportedDamage({ settings }: Cluster, folder: string): Promise<string[]> {
  const dataDir = await mkdtemp(join(folder, 'verify-'))
  const command = [join(root, 'apps/server/src/cli/main.ts'), 'verify', '--json']
  const env = { ...process.env, ...settings, PORTOLAN_DATA_DIR: dataDir }
  const { stdout } = await run(process.execPath, command, { env, maxBuffer: 64 * 1024 * 1024 }).catch((error: unknown) => {
    const { stdout: printed = '' } = error as { stdout?: string }
    if (printed === '') throw error
    return { stdout: printed }
  })
  const { damages } = JSON.parse(stdout) as { damages: object[] }
  return damages.map((damage) => JSON.stringify(damage))
}

async function checkWebhooks(ledger: Ledger, { heard }: Receiver, findings: Findings): Promise<void> {
  const missing = () => ledger.commits.filter(({ oid }) => !heard.has(oid))
  const until = performance.now() + webhookPatienceMs
  while (missing().length > 0 && performance.now() < until) await delay(500)
  findings.dropped.push(...missing().map(({ repo, oid }) => `${repo} ${oid}`))
  for (const [oid, ids] of heard) if (ids.size > 1) findings.duplicated.push(`${oid}: ${[...ids].join(', ')}`)
}

function anyOf(hubs: readonly BootedHub[], i: number): BootedHub {
  const hub = hubs[i % hubs.length]
  if (hub === undefined) throw new Error('no server')
  return hub
}

async function each<T>(items: readonly T[], work: (item: T, i: number) => Promise<void>): Promise<void> {
  const left = items.entries()
  const worker = async () => {
    for (const [i, item] of left) await work(item, i)
  }
  await Promise.all(Array.from({ length: requestsAtOnce }, worker))
}
