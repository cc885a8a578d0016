/*
 * How long does a commit of five files take through the hub, compared with git on a bare repository? The hub also extracts facts, indexes the repo
 * and writes the event, in one durable transaction; git writes objects and a ref: once with one `git fast-import`, once with the plumbing commands
 * that a server without its own store would run. The repo has 200 files in 10 folders. Also measured: listing 10,000 files with their sizes, against
 * `git ls-tree -r -l`.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createUser, loadActor, createCommit, exportRepo, createRepo, listTree, resolveRevision } from '@portolan/hub'
import { testHubConfig } from '@portolan/hub/testing'
import { silentLogger } from '../packages/hub/src/logger.ts'
import { openHub } from '../packages/hub/src/open-hub.ts'
import { interleaved, median, roundsOr, writeResult } from './measure.ts'

const rounds = roundsOr(5)
const commitsPerRound = 20
// On disk, not in memory: an acknowledged commit has been flushed.
const folder = mkdtempSync(join(tmpdir(), 'portolan-bench-commit-'))
const hub = await openHub(testHubConfig(join(folder, 'data')), silentLogger)
const account = await createUser(hub, { name: 'bench', password: null })
const actor = await loadActor(hub.db.read, account.id, null)
if (actor === null) throw new Error('The user that was made is not there')
let serial = 0
const text = (): string => `content ${serial++}\n`.repeat(60)
const change = (folders: number, each: number) =>
  Array.from({ length: folders * each }, (_, i) => ({ path: `d${i % folders}/f${Math.floor(i / folders)}.txt`, content: text() }))
type Change = ReturnType<typeof change>
const fiveFiles = (): Change => change(10, 20).filter((_, i) => i % 40 === serial % 40)

const startRepo = async (name: string, files: Change) => {
  const repo = await createRepo(hub, actor, { type: 'model', name })
  await commitThere(repo, files)
  const bare = join(folder, `${name}.git`)
  await exportRepo(hub, repo, bare)
  return { repo, bare }
}
async function commitThere(repo: Awaited<ReturnType<typeof createRepo>>, files: Change): Promise<void> {
  const operations = files.map(({ path, content }) => ({ kind: 'file' as const, path, content: Buffer.from(content) }))
  await createCommit(hub, actor as NonNullable<typeof actor>, repo, { revision: 'main', summary: 'bench', operations })
}

const environment = {
  PATH: process.env['PATH'] ?? '',
  GIT_CONFIG_NOSYSTEM: '1',
  HOME: folder,
  ...identity('AUTHOR'),
  ...identity('COMMITTER'),
}
function identity(role: string): Record<string, string> {
  return { [`GIT_${role}_NAME`]: 'bench', [`GIT_${role}_EMAIL`]: 'bench@example.org' }
}
const git = (bare: string, args: string[], input = ''): string =>
  execFileSync('git', ['--git-dir', bare, ...args], { input, encoding: 'utf8', env: environment, maxBuffer: 64 * 1024 * 1024 })

function fastImport(bare: string, files: Change): void {
  const lines = files.map(({ path, content }) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(content)}\n${content}\n`)
  git(
    bare,
    ['fast-import', '--quiet'],
    `commit refs/heads/main\ncommitter bench <bench@example.org> ${Math.trunc(Date.now() / 1000)} +0000\ndata 5\nbench\nfrom refs/heads/main^0\n${lines.join('')}`,
  )
}

function plumbing(bare: string, files: Change): void {
  const head = git(bare, ['rev-parse', 'refs/heads/main']).trim()
  git(bare, ['read-tree', head])
  const entries = files.map(({ path, content }) => `100644 ${git(bare, ['hash-object', '-w', '--stdin'], content).trim()}\t${path}\n`)
  git(bare, ['update-index', '--add', '--index-info'], entries.join(''))
  const tree = git(bare, ['write-tree']).trim()
  const commit = git(bare, ['commit-tree', tree, '-p', head, '-m', 'bench']).trim()
  git(bare, ['update-ref', 'refs/heads/main', commit, head])
}

/** Returns the median milliseconds per commit. */
const perCommit = (work: (files: Change) => Promise<void> | void) => async () => {
  const times: number[] = []
  for (let i = 0; i < commitsPerRound; i++) {
    const files = fiveFiles()
    const started = performance.now()
    await work(files)
    times.push(performance.now() - started)
  }
  return median(times)
}

try {
  const { repo, bare } = await startRepo('small', change(10, 20))
  const plumbed = await startRepo('plumbed', change(10, 20))
  const contestants = {
    hub: perCommit((files) => commitThere(repo, files)),
    fastImport: perCommit((files) => fastImport(bare, files)),
    plumbing: perCommit((files) => plumbing(plumbed.bare, files)),
  }
  await interleaved(contestants, 1)
  const commits = await interleaved(contestants, rounds)

  const large = await startRepo('large', change(100, 100))
  const timed = async (work: () => unknown): Promise<number> => {
    const started = performance.now()
    await work()
    return performance.now() - started
  }
  const list = async () => listTree(hub, large.repo, (await resolveRevision(hub, large.repo, 'main')).commitOid, '', { recursive: true })
  const listings = await interleaved(
    {
      // Change one file in each folder first, so that no folder is cached.
      hub: async () => {
        await commitThere(large.repo, change(100, 1))
        return timed(list)
      },
      hubAgain: async () => timed(list),
      gitLsTree: async () => timed(() => git(large.bare, ['ls-tree', '-r', '-l', 'main'])),
    },
    rounds,
  )
  const listed = (await list()).entries.filter(({ type }) => type === 'file').length
  if (listed !== 10_001) throw new Error(`Listed ${listed} files instead of 10,001`)

  const ms = {
    hub: median(commits.hub),
    fastImport: median(commits.fastImport),
    plumbing: median(commits.plumbing),
    list: median(listings.hub),
    listAgain: median(listings.hubAgain),
    gitLsTree: median(listings.gitLsTree),
  }
  console.table({
    'commit of 5 files': {
      hub: `${ms.hub.toFixed(1)} ms`,
      git: `${ms.fastImport.toFixed(1)} ms (fast-import)`,
      ratio: ratio(ms.fastImport, ms.hub),
    },
    'the same': { hub: '', git: `${ms.plumbing.toFixed(1)} ms (plumbing)`, ratio: ratio(ms.plumbing, ms.hub) },
    'list 10,000 files': {
      hub: `${ms.list.toFixed(1)} ms`,
      git: `${ms.gitLsTree.toFixed(1)} ms (ls-tree -r -l)`,
      ratio: ratio(ms.gitLsTree, ms.list),
    },
    'list them again': { hub: `${ms.listAgain.toFixed(1)} ms`, git: '', ratio: ratio(ms.gitLsTree, ms.listAgain) },
  })
  writeResult('commit', {
    unit: 'milliseconds, median; ratios are times as fast as git',
    rounds,
    commitsPerRound,
    medians: ms,
    ratios: {
      commitToFastImport: ms.fastImport / ms.hub,
      commitToPlumbing: ms.plumbing / ms.hub,
      listToLsTree: ms.gitLsTree / ms.list,
      listAgainToLsTree: ms.gitLsTree / ms.listAgain,
    },
    all: { ...commits, list: listings },
  })
} finally {
  await hub.close()
  rmSync(folder, { recursive: true, force: true })
}

function ratio(peer: number, ours: number): string {
  return `${(peer / ours).toFixed(1)} times as fast`
}
