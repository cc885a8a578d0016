import { expect, test } from 'vitest'
import { createUser, loadActor } from '../../identity/accounts/index.ts'
import type { UserActor } from '../../foundation/actor/index.ts'
import { createCommit, type CommitOperation } from '../../changes/commits/index.ts'
import { clearCaches } from '../../hub-cache.ts'
import { countRounds } from '../../testing/count-rounds.ts'
import { openTestHub } from '../../testing/open-test-hub.ts'
import { createRepo } from '../repos/index.ts'
import { diffTrees } from './diff-trees.ts'
import { listPathCommits } from './path-history.ts'
import { resolveRevision } from './revision.ts'
import { listFiles, listTree } from './tree.ts'
import { treeSize } from './tree-size.ts'

const fileCount = 3_000

test('lists of many files give way to others while they are made, and are made once', async () => {
  await using hub = await openTestHub()
  const account = await createUser(hub, { name: 'ada', password: null })
  const ada = (await loadActor(hub.db.read, account.id, null)) as UserActor
  const repo = await createRepo(hub, ada, { type: 'model', name: 'm' })
  const operations = Array.from({ length: fileCount }, (_, n): CommitOperation => ({
    kind: 'file',
    path: `f${n}`,
    content: Buffer.from(`${n % 10}`),
  }))
  await createCommit(hub, ada, repo, { revision: 'main', summary: 'x', operations })
  const { commitOid } = await resolveRevision(hub, repo, 'main')
  const lists: Record<string, () => Promise<unknown>> = {
    files: () => listFiles(hub, repo, commitOid),
    size: () => treeSize(hub, repo, commitOid, ''),
    folder: () => listTree(hub, repo, commitOid, '', { limit: 10 }),
    difference: () => diffTrees(hub, repo, null, commitOid),
  }
  for (const [name, list] of Object.entries(lists)) {
    clearCaches(hub)
    expect([name, await countRounds(list)]).toEqual([name, expect.toSatisfy((rounds: number) => rounds > fileCount / 2)])
  }
  for (const name of ['files', 'size', 'folder']) {
    await lists[name]?.()
    expect([name, await countRounds(async () => lists[name]?.())]).toEqual([name, expect.toSatisfy((rounds: number) => rounds < 50)])
  }
})

test('a search of the history of a path gives way to others for each commit', async () => {
  await using hub = await openTestHub()
  const account = await createUser(hub, { name: 'ada', password: null })
  const ada = (await loadActor(hub.db.read, account.id, null)) as UserActor
  const repo = await createRepo(hub, ada, { type: 'model', name: 'm' })
  for (let n = 0; n < 60; n++)
    await createCommit(hub, ada, repo, {
      revision: 'main',
      summary: 'x',
      operations: [{ kind: 'file', path: 'x', content: Buffer.from(String(n)) }],
    })
  const { commitOid } = await resolveRevision(hub, repo, 'main')
  await listPathCommits(hub, repo, commitOid, 'x', { page: 0, limit: 1_000 })
  // Only trees and commits are cached for another path.
  expect(await countRounds(() => listPathCommits(hub, repo, commitOid, 'none', { page: 0, limit: 1_000 }))).toBeGreaterThan(30)
})
