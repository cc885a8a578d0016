import { connect } from 'node:net'
import { delimPkt, encodePkt, flushPkt } from '@portolan/git'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addUser } from '../support/add-user.ts'
import { admin, bootHub, type BootedHub } from '../support/booted-hub.ts'
import { recordCalls } from '../support/noted-calls.ts'
import { type GitClient, gitUrl, openNotedGit } from '../support/noted-git.ts'

const notes = recordCalls(import.meta.filename)

/*
 * Real git, reading 2,000 files and 1,000 commits from a booted hub. Smaller cases, on both databases:
 * apps/server/src/routes/git/upload-pack.test.ts.
 */
const files = 2_000
const commits = 1_000

let hub: BootedHub
let origin: GitClient
let head = ''
let stranger = ''

beforeAll(async () => {
  hub = await bootHub()
  stranger = await addUser(hub, 'bob')
  for (const [name, isPrivate] of [
    ['atlas', false],
    ['secret', true],
  ] as const) {
    const answer = await hub.fetch('/api/repos/create', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name, private: isPrivate }),
    })
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
  }
  origin = await openNotedGit(notes)
  await origin.feed(history(), 'fast-import', '--quiet')
  await origin.git('tag', '-a', 'v1', '-m', 'one', 'main~100')
  head = await origin.git('rev-parse', 'main')
  await origin.git('push', '-q', '--force', gitUrl(hub.url, 'ada/atlas', admin.token), 'main', 'v1')
})
afterAll(async () => {
  await origin[Symbol.asyncDispose]()
  await hub[Symbol.asyncDispose]()
})

/** Returns a `git fast-import` stream: all files at first, then one changed by each commit. */
function history(): string {
  const out: string[] = []
  for (let n = 0; n < commits; n++) {
    out.push('commit refs/heads/main', `committer Ada <ada@example.org> ${1_700_000_000 + n * 60} +0000`, 'data 1', 'c')
    const changed = n === 0 ? Array.from({ length: files }, (_, i) => i) : [(n * 37) % files]
    for (const i of changed) {
      const text = Array.from({ length: 12 }, (_, line) => `row ${line} of ${i}${line === n % 12 ? ` in commit ${n}` : ''}`).join('\n')
      out.push(`M 100644 inline ${i < 1_000 ? `part-${i}.txt` : `folder-${i % 40}/part-${i}.txt`}`, `data ${text.length}`, text)
    }
  }
  return `${out.join('\n')}\n`
}

const clean = async (at: GitClient, folder: string) => {
  const { status, output } = await at.try('-C', folder, 'fsck', '--strict', '--full', '--no-dangling', '--no-progress')
  expect([status, output]).toEqual([0, ''])
}

describe('a repo of 2,000 files and 1,000 commits', () => {
  test('is cloned, and git finds no fault', async () => {
    await using at = await openNotedGit(notes)
    await at.git('clone', '-q', gitUrl(hub.url, 'ada/atlas'), 'atlas')
    await clean(at, 'atlas')
    expect(await at.git('-C', 'atlas', 'rev-parse', 'HEAD')).toBe(head)
    expect(await at.git('-C', 'atlas', 'rev-list', '--count', 'HEAD')).toBe(String(commits))
    expect((await at.git('-C', 'atlas', 'ls-files')).split('\n')).toHaveLength(files)
    expect(await at.git('-C', 'atlas', 'rev-parse', 'v1^{}')).toBe(await origin.git('rev-parse', 'v1^{}'))
    // Checks that deltas are used along the history: complete trees alone would take thirty megabytes.
    const size = /size-pack: (\d+)/.exec(await at.git('-C', 'atlas', 'count-objects', '-v'))?.[1]
    expect(Number(size)).toBeLessThan(3_000)
  })

  test('shallow, deeper, whole; partial, and filled up by checkout and log', async () => {
    await using at = await openNotedGit(notes)
    await at.git('clone', '-q', '--depth=1', gitUrl(hub.url, 'ada/atlas'), 'shallow')
    expect(await at.git('-C', 'shallow', 'rev-list', '--count', 'HEAD')).toBe('1')
    await at.git('-C', 'shallow', 'fetch', '-q', '--deepen=99')
    expect(await at.git('-C', 'shallow', 'rev-list', '--count', 'HEAD')).toBe('100')
    await at.git('-C', 'shallow', 'fetch', '-q', '--unshallow')
    expect(await at.git('-C', 'shallow', 'rev-list', '--count', 'HEAD')).toBe(String(commits))
    await clean(at, 'shallow')
    for (const filter of ['blob:none', 'tree:0']) {
      await at.git('clone', '-q', `--filter=${filter}`, gitUrl(hub.url, 'ada/atlas'), filter.slice(0, 4))
      expect(await at.git('-C', filter.slice(0, 4), 'status', '--porcelain')).toBe('')
      expect(await at.git('-C', filter.slice(0, 4), 'log', '-3', '--stat', '--format=%H')).toBe(
        await origin.git('log', '-3', '--stat', '--format=%H', 'main'),
      )
    }
  })

  test('a private one asks for a name and a password, and other tokens find nothing', async () => {
    await using at = await openNotedGit(notes)
    const nobody = await at.try('clone', gitUrl(hub.url, 'ada/secret'), 'nobody')
    expect([nobody.status, nobody.output]).toEqual([128, expect.stringContaining('could not read Username') as string])
    const other = await at.try('clone', gitUrl(hub.url, 'ada/secret', stranger), 'other')
    expect([other.status, other.output]).toEqual([128, expect.stringContaining('not found') as string])
    await at.git('clone', '-q', gitUrl(hub.url, 'ada/secret', admin.token), 'mine')
  })

  test('while clients hold on and read nothing, the hub answers others', async () => {
    const body = Buffer.concat([encodePkt('command=fetch\n'), delimPkt, encodePkt(`want ${head}\n`), encodePkt('done\n'), flushPkt])
    const sockets = Array.from({ length: 16 }, () => {
      const socket = connect(Number(new URL(hub.url).port), '127.0.0.1')
      socket.pause().on('error', () => {})
      socket.write(
        `POST /ada/atlas/git-upload-pack HTTP/1.1\r\nHost: x\r\nGit-Protocol: version=2\r\nContent-Length: ${body.length}\r\n\r\n`,
      )
      socket.write(body)
      return socket
    })
    try {
      expect((await hub.fetch('/api/models/ada/atlas')).status).toBe(200)
      await using at = await openNotedGit(notes)
      // As a signed-in user, which is a different caller with its own turns in the queue.
      await at.git('clone', '-q', '--depth=1', gitUrl(hub.url, 'ada/atlas', admin.token), 'atlas')
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  })
})
