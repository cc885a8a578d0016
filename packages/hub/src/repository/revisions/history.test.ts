import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createUser, loadActor } from '../../identity/accounts/index.ts'
import type { UserActor } from '../../foundation/actor/index.ts'
import { clearCaches } from '../../hub-cache.ts'
import { countRounds } from '../../testing/count-rounds.ts'
import { importGit } from '../../testing/import-git.ts'
import { openTestHub } from '../../testing/open-test-hub.ts'
import { createRepo } from '../repos/index.ts'
import { CommitQueue } from './commit-queue.ts'
import { type CommitInfo, historyOf } from './history.ts'
import { resolveRevision } from './revision.ts'

function at(time: number, name: number): CommitInfo {
  return { title: `${name}`, date: new Date(time) } as CommitInfo
}

describe('the queue of commits', () => {
  test('gives the newest first, and of equal dates the one that was added last', () => {
    const queue = new CommitQueue()
    // What it replaces: a list that is sorted again each time.
    const list: CommitInfo[] = []
    let seed = 7
    const random = (n: number) => (seed = (seed * 16_807) % 2_147_483_647) % n
    for (let step = 0; step < 5_000; step++) {
      if (random(3) > 0) {
        const commit = at(random(50), step)
        queue.push(commit)
        list.push(commit)
      } else {
        list.sort((a, b) => a.date.getTime() - b.date.getTime())
        expect(queue.pop()?.title).toBe(list.pop()?.title)
      }
      expect(queue.length).toBe(list.length)
    }
  })
})

test('a wide history is ordered by date, never a parent before its child, and others get their turn meanwhile', async () => {
  await using hub = await openTestHub()
  const account = await createUser(hub, { name: 'ada', password: null })
  const ada = (await loadActor(hub.db.read, account.id, null)) as UserActor
  const repo = await createRepo(hub, ada, { type: 'model', name: 'm' })
  const width = 300
  let text = ''
  const commit = (mark: number, ref: string, time: number, parents: readonly number[]) => {
    const [first, ...others] = parents
    text += `commit ${ref}\nmark :${mark}\ncommitter b <b@example.org> ${1_700_000_000 + time} +0000\ndata 1\nx\n`
    if (first !== undefined) text += `from :${first}\n`
    for (const other of others) text += `merge :${other}\n`
    text += `M 100644 inline x\ndata ${`${mark}`.length}\n${mark}\n`
  }
  commit(1, 'refs/heads/root', 0, [])
  for (let n = 0; n < width; n++) commit(n + 2, `refs/heads/b${n}`, 1 + ((n * 7) % width), [1])
  // A merge has at most as many parents as git writes at once; more of them are merged in steps.
  const marks = Array.from({ length: width }, (_, n) => n + 2)
  let top = 2
  for (let begin = 1, mark = width + 2; begin < width; begin += 15, mark++) {
    commit(mark, 'refs/heads/main', width + mark, [top, ...marks.slice(begin, begin + 15)])
    top = mark
  }
  const folder = mkdtempSync(join(tmpdir(), 'portolan-history-'))
  try {
    execFileSync('git', ['-C', folder, 'init', '-q', '--bare', '-b', 'main'])
    execFileSync('git', ['-C', folder, 'fast-import', '--quiet', '--force'], { input: text })
    await importGit(hub, repo.id, folder)
    const { commitOid } = await resolveRevision(hub, repo, 'main')
    const expected = execFileSync('git', ['-C', folder, 'rev-list', '--date-order', 'main'], { encoding: 'utf8' }).trim().split('\n')
    expect(await historyOf(hub, repo, commitOid)).toEqual(expected)
    clearCaches(hub)
    expect(await countRounds(() => historyOf(hub, repo, commitOid))).toBeGreaterThan(2 * width)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
