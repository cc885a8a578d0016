import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEventStream } from '../../apps/server/src/testing/event-stream.ts'
import { addUser } from '../support/add-user.ts'
import { admin, bootHub, type BootedHub } from '../support/booted-hub.ts'
import { startProxy } from '../support/proxy.ts'
import { recordCalls } from '../support/noted-calls.ts'
import { type GitClient, gitUrl, openNotedGit } from '../support/noted-git.ts'

const notes = recordCalls(import.meta.filename)

/*
 * Real git and git-lfs against the built server. Individual rejections:
 * apps/server/src/routes/git/receive-pack.test.ts.
 */

const need = spawnSync('git', ['lfs', 'version']).status === 0 ? '' : ', provide it with: apt-get install git-lfs'

let hub: BootedHub
let bob = ''
beforeAll(async () => {
  hub = await bootHub()
  bob = await addUser(hub, 'bob')
})
afterAll(() => hub[Symbol.asyncDispose]())

async function makeRepo(name: string, more: Record<string, unknown> = {}): Promise<void> {
  const answer = await hub.fetch('/api/repos/create', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, ...more }),
  })
  expect(answer.status).toBe(200)
}

/** Clones a repo and sets up git-lfs. */
async function cloneOf(repo: string, origin = hub.url, token = admin.token): Promise<GitClient> {
  const client = await openNotedGit(notes)
  await client.git('lfs', 'install', '--local')
  await client.git('remote', 'add', 'origin', gitUrl(origin, repo, token))
  await client.git('pull', '-q', 'origin', 'main')
  return client
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('git push', () => {
  test.skipIf(need !== '')(`a model with a large file: pushed, seen everywhere, cloned elsewhere${need}`, async () => {
    await makeRepo('tides')
    await using events = await openEventStream(`${hub.url}/api/events?topic=repo:models/ada/tides`, {
      authorization: `Bearer ${admin.token}`,
    })
    await events.next('hello')
    await using client = await cloneOf('ada/tides')
    const weights = randomBytes(3_000_000)
    await client.git('lfs', 'track', '*.bin')
    const commit = await client.commit({
      'README.md': '---\nlicense: mit\npipeline_tag: text-generation\nlanguage: [cy]\n---\n# Tides of the harbour\n',
      'weights/model.bin': weights,
      'weights/config.json': '{"model_type": "llama"}',
    })
    await client.git('tag', '-a', 'v1', '-m', 'one')
    const pushed = await client.try('push', '--follow-tags', 'origin', 'main')
    expect([pushed.status, pushed.output]).toEqual([0, expect.stringContaining('[new tag]') as string])
    // The API, the listing and the live channel. The pages are tested in receive-pack.test.ts.
    const info = (await (await hub.fetch('/api/models/ada/tides')).json()) as { sha: string; tags: string[]; pipeline_tag: string }
    expect([info.sha, info.pipeline_tag, info.tags]).toEqual([commit, 'text-generation', expect.arrayContaining(['license:mit', 'cy'])])
    const listed = (await (await hub.fetch('/api/models?filter=license:mit&search=tides')).json()) as { id: string }[]
    expect(listed.map(({ id }) => id)).toEqual(['ada/tides'])
    expect(Buffer.from(await (await hub.fetch('/ada/tides/resolve/v1/weights/model.bin')).arrayBuffer()).equals(weights)).toBe(true)
    expect((await events.next('commit')).data).toMatchObject({ by: 'ada', ref: 'refs/heads/main', oid: commit })
    // In another clone: every byte, and no errors from git fsck.
    await using other = await cloneOf('ada/tides')
    expect(sha256(await readFile(join(other.path, 'weights/model.bin')))).toBe(sha256(weights))
    expect((await other.try('fsck', '--strict', '--full')).output).not.toMatch(/error|warning|missing/)
    expect(await other.git('lfs', 'ls-files', '--long')).toContain(sha256(weights))
    expect(await other.git('rev-parse', 'HEAD')).toBe(commit)
    // Changed there, visible here.
    await other.commit({ 'weights/config.json': '{"model_type": "mistral"}' })
    await other.git('push', '-q', 'origin', 'main')
    await client.git('pull', '-q', 'origin', 'main')
    expect(await readFile(join(client.path, 'weights/config.json'), 'utf8')).toContain('mistral')
  })

  test.skipIf(need !== '')(`a large file without LFS: refused with a hint, and the hint works${need}`, async () => {
    await makeRepo('heavy')
    await using client = await cloneOf('ada/heavy')
    const table = Buffer.alloc(11 * 1024 * 1024, 'tide,height\n')
    await client.commit({ 'data/table.csv': table })
    const refused = await client.try('push', 'origin', 'main')
    expect([refused.status, refused.output]).toEqual([
      1,
      expect.stringMatching(/remote: {3}data\/table\.csv \(11534336 bytes\)[^]*file too large, use Git LFS/) as string,
    ])
    const hint = /remote: +git lfs install && git (lfs migrate import .*)/.exec(refused.output)?.[1]?.trim().split(' ') ?? []
    expect(hint).toEqual(['lfs', 'migrate', 'import', '--include=data/table.csv'])
    await client.git(...hint)
    await client.git('push', '-q', 'origin', 'main')
    expect(sha256(Buffer.from(await (await hub.fetch('/ada/heavy/resolve/main/data/table.csv')).arrayBuffer()))).toBe(sha256(table))
  })

  test('a private repo: not for strangers, not with a token that only reads', async () => {
    await makeRepo('secret', { private: true })
    await using client = await openNotedGit(notes)
    await client.commit({ 'a.txt': 'one' })
    const branch = 'HEAD:refs/heads/x'
    expect((await client.try('push', gitUrl(hub.url, 'ada/secret'), branch)).output).toContain('terminal prompts disabled')
    expect((await client.try('push', gitUrl(hub.url, 'ada/secret', bob), branch)).output).toContain('not found')
    expect((await client.try('push', gitUrl(hub.url, 'ada/missing', bob), branch)).output).toContain('not found')
    expect((await client.try('push', gitUrl(hub.url, 'ada/secret', admin.token), branch)).status).toBe(0)
    await makeRepo('open')
    expect((await client.try('push', gitUrl(hub.url, 'ada/open', bob), branch)).output).toMatch(/403/)
  })
})

describe('git lfs', () => {
  test.skipIf(need !== '')(`locks: taken, seen by others, kept in mind at a push, taken away${need}`, async () => {
    await makeRepo('locked')
    await using client = await cloneOf('ada/locked')
    await client.git('lfs', 'track', '--lockable', '*.psd')
    await client.commit({ 'a.psd': 'a drawing', 'b.psd': 'another' })
    await client.git('push', '-q', 'origin', 'main')
    expect(await client.git('lfs', 'lock', 'a.psd')).toContain('Locked a.psd')
    expect(await client.git('lfs', 'locks')).toMatch(/a\.psd\s+ada\s+ID:/)
    expect(await client.git('lfs', 'locks', '--verify')).toMatch(/O a\.psd/)
    expect((await client.try('lfs', 'lock', 'a.psd')).output).toContain('a.psd is locked by ada')
    expect((await client.try('push', 'origin', 'main')).output).toContain('up-to-date')
    expect(await client.git('lfs', 'unlock', 'a.psd')).toContain('Unlocked a.psd')
    expect(await client.git('lfs', 'locks')).toBe('')
  })

  test.skipIf(need !== '')(`a download that breaks goes on where it broke, an upload is sent again${need}`, async () => {
    await makeRepo('broken')
    const broken = new Set<string>()
    const once = (what: string): number | null => (broken.has(what) ? null : (broken.add(what), 3_000_000))
    await using proxy = await startProxy({
      target: hub.url,
      breakAfter: ({ method, url = '' }) =>
        method === 'PUT' && url.startsWith('/lfs/upload/')
          ? once('upload')
          : method === 'GET' && url.startsWith('/lfs/download/')
            ? once('download')
            : null,
    })
    const origin = `http://127.0.0.1:${proxy.port}`
    await using client = await cloneOf('ada/broken', origin)
    const weights = randomBytes(8_000_000)
    await client.git('lfs', 'track', '*.bin')
    await client.commit({ 'model.bin': weights })
    await client.git('push', '-q', 'origin', 'main')
    await using other = await openNotedGit(notes)
    await other.git('lfs', 'install', '--local', '--skip-smudge')
    await other.git('remote', 'add', 'origin', gitUrl(origin, 'ada/broken', admin.token))
    await other.git('pull', '-q', 'origin', 'main')
    expect((await stat(join(other.path, 'model.bin'))).size).toBeLessThan(200)
    await other.git('lfs', 'pull')
    expect(sha256(await readFile(join(other.path, 'model.bin')))).toBe(sha256(weights))
    const parts = proxy.calls.filter(({ url }) => url.startsWith('/lfs/download/')).map(({ range }) => range)
    expect(parts).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-/) as string])
    expect(proxy.calls.filter(({ method }) => method === 'PUT').map(({ broken: cut }) => cut)).toEqual([true, false])
  })
})
