import type { Oid } from '@portolan/git'
import { encodeCommit, makeObject } from '@portolan/git'
import { describe, expect, test } from 'vitest'
import { createUser, loadActor } from '../../identity/accounts/index.ts'
import { type CommitOperation, createCommit } from '../commits/index.ts'
import { moveRef, putObjects, readRef } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import { createRepo } from '../../repository/repos/index.ts'
import type { WithContent } from '../../repository/access/index.ts'
import { createBranch, getCommit, listPathCommits } from '../../repository/revisions/index.ts'
import { databases, openTestHub } from '../../testing/open-test-hub.ts'
import { type RealGit, realGit } from '../../testing/real-git.ts'
import { blame } from './blame.ts'

async function start(hub: Hub) {
  const account = await createUser(hub, { name: 'ada', password: null })
  const ada = await loadActor(hub.db.read, account.id, null)
  if (!ada) throw new Error('no ada')
  const repo = await createRepo(hub, ada, { type: 'model', name: 'm' })
  return { ada, repo }
}

const file = (path: string, lines: readonly string[]): CommitOperation => ({ kind: 'file', path, content: Buffer.from(lines.join('\n')) })

/** A merge with two parents and the unchanged tree of the first: merges cannot be made through the API. */
async function mergeCommit(hub: Hub, repo: WithContent, ref: string, other: Oid, tree: Oid): Promise<Oid> {
  const head = (await readRef(hub.db.read, repo.id, ref)) as Oid
  const author = { name: 'm', email: 'm@example.org', date: hub.now(), offsetMinutes: 0 }
  const commit = makeObject('commit', encodeCommit({ tree, parents: [head, other], author, committer: author, message: 'merge' }))
  await hub.db.write(async (tx) => {
    await putObjects(tx, repo.id, [commit])
    expect(await moveRef(tx, repo.id, ref, head, commit.oid)).toBe(true)
  })
  return commit.oid
}

function blamedByGit(real: RealGit, commit: Oid, path: string): string[] {
  const text = real.git(['blame', '--porcelain', commit, '--', path]).toString()
  return text.split('\n').flatMap((line) => /^([0-9a-f]{40}) \d+ \d+/.exec(line)?.[1] ?? [])
}

const logOfGit = (real: RealGit, commit: Oid, path: string) =>
  real
    .git(['log', '--format=%H', commit, '--', path])
    .toString()
    .trim()
    .split('\n')
    .filter((line) => line !== '')

async function wholeHistory(hub: Hub, repo: WithContent, commit: Oid, path: string, limit = 3): Promise<Oid[]> {
  const oids: Oid[] = []
  for (let page = 0; ; page++) {
    const { commits, more } = await listPathCommits(hub, repo, commit, path, { page, limit })
    oids.push(...commits.map(({ oid }) => oid))
    if (!more) return oids
  }
}

describe.for(databases)('who wrote which line, and when a path changed, on %s', (database) => {
  // Reading works the same everywhere: one history tests that, the others test the result.
  test.for(database === 'sqlite' ? [11, 12, 13, 14] : [11])(
    'blame and history are those of git on a random history with branches, merges and renames (%i)',
    async (first) => {
      await using hub = await openTestHub({ database })
      const { ada, repo } = await start(hub)
      let seed = first * 7_919
      const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
      let serial = 0
      // Each line is written exactly once, so there is only one right answer.
      const edited = (lines: readonly string[]) => {
        const result = [...lines]
        for (let n = 1 + random(3); n > 0; n--)
          result.splice(random(result.length + 1), random(3), ...Array.from({ length: random(4) }, () => `line ${++serial}`))
        return result
      }
      let main = new Map<string, string[]>([
        ['a.txt', edited([])],
        ['dir/b.txt', edited([])],
      ])
      const commit = async (branch: string, operations: CommitOperation[]) => {
        hub.tick(1_000)
        return (await createCommit(hub, ada, repo, { revision: branch, summary: `${++serial}`, operations })).commitOid
      }
      const write = (branch: string, files: Map<string, string[]>) =>
        commit(
          branch,
          [...files].map(([path, lines]) => file(path, lines)),
        )
      await write('main', main)
      for (let round = 0; round < 12; round++) {
        const paths = [...main.keys()]
        const path = paths[random(paths.length)] as string
        const kind = random(5)
        if (kind === 0) {
          const to = `moved/${++serial}.txt`
          await commit('main', [{ kind: 'rename', from: path, to }])
          main = new Map([...main].map(([name, lines]) => [name === path ? to : name, lines]))
        } else if (kind === 1) {
          // Another branch changes one file, main the other; a merge combines them.
          const branch = `side-${round}`
          await createBranch(hub, ada, repo, { name: branch })
          const side = edited(main.get(path) ?? [])
          const other = await write(branch, new Map([[path, side]]))
          const second = paths.find((name) => name !== path) ?? path
          const ours = edited(main.get(second) ?? [])
          await write('main', new Map([[second, ours]]))
          main = new Map([...main, [second, ours], [path, side]])
          const scratch = `tree-${round}`
          await createBranch(hub, ada, repo, { name: scratch })
          const treeCommit = await write(scratch, new Map([[path, side]]))
          hub.tick(1_000)
          await mergeCommit(hub, repo, 'refs/heads/main', other, (await getCommit(hub, repo, treeCommit)).tree)
        } else {
          main.set(path, edited(main.get(path) ?? []))
          await write('main', new Map([[path, main.get(path) ?? []]]))
        }
      }
      const head = (await readRef(hub.db.read, repo.id, 'refs/heads/main')) as Oid
      using real = await realGit(hub, repo)
      expect(main.size).toBe(2)
      for (const path of main.keys()) {
        expect((await blame(hub, repo, head, path))?.lines).toEqual(blamedByGit(real, head, path))
        expect(await wholeHistory(hub, repo, head, path)).toEqual(logOfGit(real, head, path))
      }
      for (const path of ['dir', 'moved', 'a.txt', '.gitattributes']) {
        expect(await wholeHistory(hub, repo, head, path)).toEqual(logOfGit(real, head, path))
      }
    },
  )

  test('binary and large files have no lines; a missing path is said', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo } = await start(hub)
    const { commitOid } = await createCommit(hub, ada, repo, {
      revision: 'main',
      summary: 'x',
      operations: [
        { kind: 'file', path: 'b.dat', content: Buffer.from([0, 1]) },
        { kind: 'file', path: 'long.txt', content: Buffer.alloc(2_000_000, 'x\n') },
        { kind: 'file', path: 'empty.txt', content: Buffer.alloc(0) },
        { kind: 'file', path: 'one.txt', content: Buffer.from([0xff, 0xfe]) },
      ],
    })
    expect(await blame(hub, repo, commitOid, 'b.dat')).toBe(null)
    expect(await blame(hub, repo, commitOid, 'long.txt')).toBe(null)
    expect((await blame(hub, repo, commitOid, 'empty.txt'))?.lines).toEqual([])
    expect((await blame(hub, repo, commitOid, 'one.txt'))?.lines).toEqual([commitOid])
    await expect(blame(hub, repo, commitOid, 'nope')).rejects.toMatchObject({ code: 'entry.not_found' })
    expect(await listPathCommits(hub, repo, commitOid, 'nope', { page: 0, limit: 10 })).toEqual({ commits: [], more: false })
  })
})
