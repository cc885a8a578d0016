import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin, bootHub, type BootedHub } from '../support/booted-hub.ts'
import { RandomSource, randomHistory, randomPath, randomText } from '../support/random-history.ts'
import { recordCalls } from '../support/noted-calls.ts'
import { type GitClient, gitUrl, openNotedGit } from '../support/noted-git.ts'

const notes = recordCalls(import.meta.filename)

/*
 * Random histories, pushed with git and read back through the API, and vice versa: equal object by object. Only a few run here; for many:
 *   PORTOLAN_TEST_HISTORIES=200 npx vitest run --project e2e e2e/clients/git-histories.test.ts
 */
const count = Number(process.env['PORTOLAN_TEST_HISTORIES'] ?? 4)
const seed = Number(process.env['PORTOLAN_TEST_HISTORIES_SEED'] ?? 1)

interface WireEntry {
  readonly type: 'file' | 'directory'
  readonly oid: string
  readonly path: string
}

let hub: BootedHub
beforeAll(async () => {
  hub = await bootHub()
})
afterAll(() => hub[Symbol.asyncDispose]())

async function json<T>(path: string, init?: RequestInit): Promise<T> {
  const answer = await hub.fetch(path, init)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

async function makeRepo(name: string): Promise<void> {
  await json('/api/repos/create', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name }) })
}

/** Lists every file and folder of a commit with git: `<oid> <path>`. */
async function listedByGit(client: GitClient, commit: string): Promise<string[]> {
  const list = await client.git('ls-tree', '-r', '-t', '-z', commit)
  return list
    .split('\0')
    .filter(Boolean)
    .map((line) => line.replace(/^\d+ \w+ ([0-9a-f]{40})\t/, '$1 '))
    .sort()
}

async function listedByApi(repo: string, commit: string): Promise<string[]> {
  const entries = await json<WireEntry[]>(`/api/models/${repo}/tree/${commit}?recursive=true&limit=1000`)
  return entries.map(({ oid, path }) => `${oid} ${path}`).sort()
}

test(`${count} histories pushed by git are read back by the API`, { timeout: 60_000 + count * 15_000 }, async () => {
  const figures = { commits: 0, files: 0, contents: 0 }
  for (let i = 0; i < count; i++) {
    const repo = `ada/pushed-${i}`
    await makeRepo(`pushed-${i}`)
    await using client = await openNotedGit(notes)
    await client.feed(randomHistory(new RandomSource(seed * 1000 + i)), 'fast-import', '--quiet')
    await client.git('push', '-q', '--force', gitUrl(hub.url, repo, admin.token), 'refs/heads/*:refs/heads/*', 'refs/tags/*:refs/tags/*')
    const theirs = (await client.git('for-each-ref', '--format=%(refname) %(objectname) %(*objectname)')).split('\n').map((line) => {
      const [name = '', oid = '', peeled] = line.split(' ')
      return `${name} ${peeled || oid}`
    })
    const refs = await json<Record<'branches' | 'tags', { ref: string; targetCommit: string }[]>>(`/api/models/${repo}/refs`)
    expect([...refs.branches, ...refs.tags].map(({ ref, targetCommit }) => `${ref} ${targetCommit}`).sort()).toEqual(theirs.sort())
    const commits = (await client.git('rev-list', '--all')).split('\n')
    const blobs = new Map<string, string>()
    for (const commit of commits) {
      const listed = await listedByGit(client, commit)
      expect(await listedByApi(repo, commit)).toEqual(listed)
      figures.files += listed.length
      for (const line of (await client.git('ls-tree', '-r', '-z', commit)).split('\0').filter(Boolean)) {
        const [, oid = '', path = ''] = /^\d+ blob ([0-9a-f]{40})\t(.*)$/s.exec(line) ?? []
        blobs.set(oid, `/${repo}/raw/${commit}/${path.split('/').map(encodeURIComponent).join('/')}`)
      }
    }
    for (const [oid, url] of blobs) {
      const body = Buffer.from(await (await hub.fetch(url)).arrayBuffer())
      expect([url, createHash('sha1').update(`blob ${body.length}\0`).update(body).digest('hex')]).toEqual([url, oid])
    }
    const log = await json<{ id: string; title: string }[]>(`/api/models/${repo}/commits/main?limit=100`)
    const titles = (await client.git('log', '--format=%H %s', 'main')).split('\n').sort()
    expect(log.map(({ id, title }) => `${id} ${title}`).sort()).toEqual(titles)
    // And with git, every object.
    await using clone = await openNotedGit(notes)
    await clone.git('fetch', '-q', '--update-head-ok', gitUrl(hub.url, repo, admin.token), 'refs/*:refs/*')
    const objects = async (of: GitClient) => (await of.git('rev-list', '--all', '--objects', '--no-object-names')).split('\n').sort()
    expect(await objects(clone)).toEqual(await objects(client))
    expect((await clone.try('fsck', '--strict', '--full')).output).not.toMatch(/error|missing|warning/)
    figures.commits += commits.length
    figures.contents += blobs.size
  }
  console.log(
    `git → API: ${count} histories, ${figures.commits} commits, ${figures.files} tree entries and ${figures.contents} contents compared`,
  )
})

test(`${count} histories made by the API are cloned by git`, { timeout: 60_000 + count * 15_000 }, async () => {
  const figures = { commits: 0, files: 0 }
  for (let i = 0; i < count; i++) {
    const dice = new RandomSource(seed * 1000 + 500 + i)
    const repo = `ada/made-${i}`
    await makeRepo(`made-${i}`)
    const attributes = await (await hub.fetch(`/${repo}/raw/main/.gitattributes`)).text()
    const files = new Map([['.gitattributes', attributes]])
    const made = new Map<string, Map<string, string>>()
    for (let commit = 0; commit < 1 + dice.roll(12); commit++) {
      const lines: unknown[] = [
        { key: 'header', value: { summary: `Commit ${commit}`, description: dice.chance(30) ? 'With a body.' : '' } },
      ]
      for (let change = 0; change < 1 + dice.roll(6); change++) {
        const existing = [...files.keys()].filter((path) => path !== '.gitattributes')
        if (existing.length > 2 && dice.chance(20)) {
          const path = dice.pick(existing)
          files.delete(path)
          lines.push({ key: 'deletedFile', value: { path } })
          continue
        }
        const path = existing.length > 0 && dice.chance(40) ? dice.pick(existing) : randomPath(dice)
        if (existing.some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`))) continue
        const text = randomText(dice, files.get(path))
        files.set(path, text)
        lines.push({ key: 'file', value: { path, content: Buffer.from(text).toString('base64'), encoding: 'base64' } })
      }
      const body = lines.map((line) => JSON.stringify(line)).join('\n')
      const { commitOid } = await json<{ commitOid: string }>(`/api/models/${repo}/commit/main`, { method: 'POST', body })
      made.set(commitOid, new Map(files))
    }
    await using clone = await openNotedGit(notes)
    await clone.git('fetch', '-q', '--update-head-ok', gitUrl(hub.url, repo, admin.token), 'refs/*:refs/*')
    expect((await clone.try('fsck', '--strict', '--full')).output).not.toMatch(/error|missing|warning/)
    for (const [commit, expected] of made) {
      const listed = await listedByGit(clone, commit)
      expect(await listedByApi(repo, commit)).toEqual(listed)
      const blobs = (await clone.git('ls-tree', '-r', '-z', commit))
        .split('\0')
        .filter(Boolean)
        .map((line) => line.replace(/^\d+ \w+ ([0-9a-f]{40})\t/, '$1 '))
      const ours = [...expected].map(
        ([path, text]) =>
          `${createHash('sha1')
            .update(`blob ${Buffer.byteLength(text)}\0${text}`)
            .digest('hex')} ${path}`,
      )
      expect(blobs.sort()).toEqual(ours.sort())
      figures.files += listed.length
    }
    figures.commits += made.size
  }
  console.log(`API → git: ${count} histories, ${figures.commits} commits, ${figures.files} tree entries compared`)
})
