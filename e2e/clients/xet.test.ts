import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as hubClient from '@huggingface/hub'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin, bootHub, type BootedHub } from '../support/booted-hub.ts'
import { type Proxy, startProxy } from '../support/proxy.ts'
import { releases, runScenario } from './run-scenario.ts'
import { notedFunctions, recordCalls } from '../support/noted-calls.ts'
import { packageVersion } from '../support/package-version.ts'
import { gitUrl, openNotedGit } from '../support/noted-git.ts'

const notes = recordCalls(import.meta.filename)
const jsHub = notedFunctions(hubClient, '@huggingface/hub (Node)', packageVersion('@huggingface/hub'), notes)
const { createRepo, downloadFile, uploadFiles } = jsHub

/* Xet with the clients as users install them, unconfigured. A proxy records which routes they use, and how much they send. */

let hub: BootedHub
beforeAll(async () => {
  hub = await bootHub()
})
afterAll(() => hub[Symbol.asyncDispose]())

const ok = { status: 0, output: expect.stringMatching(/ok\n$/) as string }

describe.for(releases)('huggingface_hub $name', ({ name, python, provide }) => {
  const need = existsSync(python) ? '' : `, provide it with: ${provide}`

  test.skipIf(need !== '')(`uploads and downloads of one repo, through Xet and through LFS${need}`, async () => {
    await using proxy = await startProxy({ target: hub.url })
    const world = { endpoint: `http://127.0.0.1:${proxy.port}`, otherToken: '' }
    expect(await runScenario(python, 'mixed_uploads', world, { noting: { record: notes.record, release: name } })).toEqual(ok)
    const calls = (method: string, pattern: RegExp) => proxy.calls.filter((call) => call.method === method && pattern.test(call.url)).length
    expect(calls('POST', /\/v1\/xorbs\/default\//)).toBeGreaterThan(0)
    expect(calls('POST', /\/v[12]\/shards$/)).toBeGreaterThan(0)
    expect(calls('PUT', /^\/lfs\/upload\//)).toBe(1)
    expect(calls('GET', /\/v2\/reconstructions\//)).toBeGreaterThanOrEqual(2)
    expect(calls('GET', /^\/xet\/[^/]+\/data\//)).toBeGreaterThanOrEqual(2)
  })

  test.skipIf(need !== '')(`a second revision with one per cent changed sends and stores under 5 % of it${need}`, async () => {
    await using proxy = await startProxy({ target: hub.url })
    const world = { endpoint: `http://127.0.0.1:${proxy.port}`, otherToken: '', tag: `r${name.replace('.', '')}` }
    expect(await runScenario(python, 'first_revision', world, { noting: { record: notes.record, release: name } })).toEqual(ok)
    const before = { stored: await storedBytes(), sent: sentBytes(proxy) }
    // In its own home folder, so the client learns only from the hub which chunks exist.
    expect(await runScenario(python, 'second_revision', world, { noting: { record: notes.record, release: name } })).toEqual(ok)
    expect((await storedBytes()) - before.stored).toBeLessThan(24_000_000 * 0.05)
    expect(sentBytes(proxy) - before.sent).toBeLessThan(24_000_000 * 0.05)
  })
})

test('@huggingface/hub uploads and downloads through Xet, whole and in part', async () => {
  await using proxy = await startProxy({ target: hub.url })
  const access = { hubUrl: `http://127.0.0.1:${proxy.port}`, accessToken: admin.token }
  const repo = { type: 'model', name: `${admin.name}/js-xet` } as const
  const content = randomBytes(11_000_000)
  await createRepo({ repo, ...access })
  await uploadFiles({ repo, files: [{ path: 'large.bin', content: new Blob([content]) }], ...access })
  const file = await downloadFile({ repo, path: 'large.bin', ...access })
  const bytes = async (blob: Blob | undefined) => Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))
  expect((await bytes(file ?? undefined)).equals(content)).toBe(true)
  expect((await bytes(file?.slice(5_000_000, 5_000_100))).equals(content.subarray(5_000_000, 5_000_100))).toBe(true)
  const calls = (method: string, pattern: RegExp) => proxy.calls.filter((call) => call.method === method && pattern.test(call.url)).length
  expect([calls('POST', /\/v1\/xorbs\/default\//), calls('POST', /\/v[12]\/shards$/), calls('PUT', /^\/lfs\//)]).toEqual([1, 1, 0])
  expect(calls('GET', /\/reconstructions\//)).toBeGreaterThan(0)
  expect(calls('GET', /^\/xet\/[^/]+\/data\//)).toBeGreaterThan(0)
})

const needLfs = spawnSync('git', ['lfs', 'version']).status === 0 ? '' : ', provide it with: apt-get install git-lfs'

test.skipIf(needLfs !== '')(`git and git-lfs clone what came through Xet and what came through LFS${needLfs}`, async () => {
  const access = { hubUrl: hub.url, accessToken: admin.token }
  const repo = { type: 'model', name: `${admin.name}/cloned` } as const
  const files = { 'xet.bin': randomBytes(2_000_000), 'lfs.bin': randomBytes(2_000_000) }
  await createRepo({ repo, ...access })
  for (const [path, content] of Object.entries(files))
    await uploadFiles({ repo, files: [{ path, content: new Blob([content]) }], useXet: path === 'xet.bin', ...access })
  await using client = await openNotedGit(notes)
  await client.git('lfs', 'install', '--local')
  await client.git('remote', 'add', 'origin', gitUrl(hub.url, 'ada/cloned', admin.token))
  await client.git('pull', '-q', 'origin', 'main')
  for (const [path, content] of Object.entries(files)) expect((await readFile(join(client.path, path))).equals(content)).toBe(true)
})

function sentBytes({ calls }: Proxy): number {
  return calls.reduce((sum, { sent }) => sum + sent, 0)
}

async function storedBytes(): Promise<number> {
  const folder = join(hub.dataDir, 'blobs')
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
