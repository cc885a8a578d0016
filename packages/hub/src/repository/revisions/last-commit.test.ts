import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Oid } from '@portolan/git'
import { expect, test } from 'vitest'
import { createUser, loadActor } from '../../identity/accounts/index.ts'
import type { UserActor } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import { countRounds } from '../../testing/count-rounds.ts'
import { importGit } from '../../testing/import-git.ts'
import { openTestHub } from '../../testing/open-test-hub.ts'
import type { WithContent } from '../access/index.ts'
import { createRepo } from '../repos/index.ts'
import { resolveRevision } from './revision.ts'
import { getPaths, listTree } from './tree.ts'

/** Creates a repo with these files in its first commit, and then as many commits that change `x`. */
async function longRepo(hub: Hub, files: readonly string[], commits: number): Promise<{ repo: WithContent; commitOid: Oid }> {
  const account = await createUser(hub, { name: 'ada', password: null })
  const ada = (await loadActor(hub.db.read, account.id, null)) as UserActor
  const repo = await createRepo(hub, ada, { type: 'model', name: 'm' })
  let text = ''
  for (let n = 0; n <= commits; n++) {
    text += `commit refs/heads/main\ncommitter b <b@example.org> ${1_700_000_000 + n} +0000\ndata ${String(n).length}\n${n}\n`
    for (const path of n === 0 ? files : []) text += `M 100644 inline ${path}\ndata 1\na\n`
    text += `M 100644 inline x\ndata ${String(n).length}\n${n}\n`
  }
  const folder = mkdtempSync(join(tmpdir(), 'portolan-last-commit-'))
  try {
    execFileSync('git', ['-C', folder, 'init', '-q', '--bare', '-b', 'main'])
    execFileSync('git', ['-C', folder, 'fast-import', '--quiet'], { input: text })
    await importGit(hub, repo.id, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
  return { repo, commitOid: (await resolveRevision(hub, repo, 'main')).commitOid }
}

const many = (count: number, name: (n: number) => string) => Array.from({ length: count }, (_, n) => name(n))

test('a search for last commits gives way to others for each commit, though everything is cached', async () => {
  await using hub = await openTestHub()
  const { repo, commitOid } = await longRepo(
    hub,
    many(10, (n) => `folder-${n}/a`),
    300,
  )
  const search = () => listTree(hub, repo, commitOid, '', { recursive: true, expand: true })
  const { entries } = await search()
  expect(entries.filter(({ name }) => name !== 'x').map(({ lastCommit }) => lastCommit?.title)).toEqual(many(20, () => '0'))
  expect(entries.find(({ name }) => name === 'x')?.lastCommit?.title).toBe('300')
  expect(await countRounds(search)).toBeGreaterThan(150)
})

test('a search ends after so many comparisons; the last commits that it did not find are unknown', async () => {
  await using hub = await openTestHub()
  const files = many(1_900, (n) => `f${n}`)
  const { repo, commitOid } = await longRepo(hub, files, 400)
  const entries = await getPaths(hub, repo, commitOid, [...files, 'x'], { expand: true })
  expect(entries.find(({ name }) => name === 'x')?.lastCommit?.title).toBe('400')
  expect(entries.filter(({ lastCommit }) => lastCommit === undefined)).toHaveLength(1_900)
  const few = await getPaths(hub, repo, commitOid, files.slice(0, 3), { expand: true })
  expect(few.map(({ lastCommit }) => lastCommit?.title)).toEqual(['0', '0', '0'])
})

test('deep folders that a commit did not change are not entered', async () => {
  await using hub = await openTestHub()
  const files = many(500, (n) => `${'d/'.repeat(40)}f${n}/a`)
  const { repo, commitOid } = await longRepo(hub, files, 1_000)
  const entries = await getPaths(hub, repo, commitOid, files, { expand: true })
  expect(new Set(entries.map(({ lastCommit }) => lastCommit?.title))).toEqual(new Set(['0']))
})

test('a search stops when its client leaves', async () => {
  await using hub = await openTestHub()
  const { repo, commitOid } = await longRepo(hub, ['a/b'], 50)
  const client = new AbortController()
  const search = listTree(hub, repo, commitOid, '', { recursive: true, expand: true, signal: client.signal })
  client.abort(new Error('the client has left'))
  await expect(search).rejects.toThrow('the client has left')
})
