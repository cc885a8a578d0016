import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as hubClient from '@huggingface/hub'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin, bootHub, type BootedHub } from '../support/booted-hub.ts'
import { notedFunctions, recordCalls } from '../support/noted-calls.ts'
import { packageVersion } from '../support/package-version.ts'

const notes = recordCalls(import.meta.filename)
const {
  checkRepoAccess,
  commit,
  commitIter,
  countCommits,
  createBranch,
  createCollection,
  createRepo,
  deleteBranch,
  datasetInfo,
  deleteCollection,
  deleteFile,
  deleteFiles,
  deleteRepo,
  downloadFile,
  downloadFileToCacheDir,
  fileDownloadInfo,
  fileExists,
  listCollections,
  listCommits,
  listDatasets,
  listFiles,
  listJobs,
  listModels,
  listSpaces,
  modelInfo,
  parseSafetensorsMetadata,
  pathsInfo,
  repoExists,
  runJob,
  snapshotDownload,
  spaceInfo,
  uploadFile,
  uploadFiles,
  uploadFilesWithProgress,
  whoAmI,
} = notedFunctions(hubClient, '@huggingface/hub (Node)', packageVersion('@huggingface/hub'), notes)

/* The acceptance checks of the wire contract with @huggingface/hub. */

let hub: BootedHub
let access: { hubUrl: string; accessToken: string }
beforeAll(async () => {
  hub = await bootHub()
  access = { hubUrl: hub.url, accessToken: admin.token }
})
afterAll(() => hub[Symbol.asyncDispose]())

const large = randomBytes(11_000_000)
const files: Record<string, Buffer> = {
  'README.md': Buffer.from('---\nlicense: mit\n---\n# Chart\n'),
  'sub dir/with space.txt': Buffer.from('a b c\n'),
  'empty.txt': Buffer.alloc(0),
  'über/漢字.txt': Buffer.from('Möwe\n'),
  // Without # or ?: this client puts paths into URLs unencoded.
  'a+b&c=d.txt': Buffer.from('separators\n'),
  'model.safetensors': safetensors({ weight: [2, 3], bias: [3] }),
  'large.bin': large,
}

/** Returns a safetensors file of zeros with these tensors. */
function safetensors(shapes: Record<string, number[]>): Buffer {
  let offset = 0
  const header: Record<string, unknown> = { __metadata__: { format: 'pt' } }
  for (const [name, shape] of Object.entries(shapes)) {
    const bytes = shape.reduce((a, b) => a * b, 1) * 4
    header[name] = { dtype: 'F32', shape, data_offsets: [offset, offset + bytes] }
    offset += bytes
  }
  const json = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(json.length))
  return Buffer.concat([length, json, Buffer.alloc(offset)])
}

async function uploaded(name: string): Promise<{ type: 'model'; name: string }> {
  const repo = { type: 'model', name: `${admin.name}/${name}` } as const
  await createRepo({ repo, ...access })
  const blobs = Object.entries(files).map(([path, content]) => ({ path, content: new Blob([new Uint8Array(content)]) }))
  await uploadFiles({ repo, files: blobs, commitTitle: 'Add a chart', ...access })
  return repo
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

const bytesOf = async (blob: Blob | null): Promise<Buffer | null> => (blob ? Buffer.from(await blob.arrayBuffer()) : null)

test('whoAmI', async () => {
  expect(await whoAmI(access)).toMatchObject({ type: 'user', name: admin.name, orgs: [], auth: { accessToken: { role: 'write' } } })
  await expect(whoAmI({ hubUrl: hub.url, accessToken: 'hf_notATokenOfThisHub' })).rejects.toMatchObject({ statusCode: 401 })
})

test('upload small and large files, read every one of them back', async () => {
  const repo = await uploaded('js-files')
  for (const [path, content] of Object.entries(files)) {
    expect([path, (await bytesOf(await downloadFile({ repo, path, ...access })))?.equals(content)]).toEqual([path, true])
  }
  expect(await downloadFile({ repo, path: 'nope.txt', ...access })).toBe(null)
  expect((await bytesOf(await downloadFile({ repo, path: 'large.bin', raw: true, ...access })))?.toString()).toBe(
    `version https://git-lfs.github.com/spec/v1\noid sha256:${createHash('sha256').update(large).digest('hex')}\nsize ${large.length}\n`,
  )
  expect(await fileDownloadInfo({ repo, path: 'large.bin', ...access })).toMatchObject({
    size: large.length,
    etag: `"${createHash('sha256').update(large).digest('hex')}"`,
  })
  expect([await fileExists({ repo, path: 'README.md', ...access }), await fileExists({ repo, path: 'nope', ...access })]).toEqual([
    true,
    false,
  ])
  const slice = await downloadFile({ repo, path: 'large.bin', ...access })
  expect(await bytesOf(slice?.slice(5_000_000, 5_000_100) ?? null)).toEqual(large.subarray(5_000_000, 5_000_100))
})

test('a snapshot of a repo with an empty file', async () => {
  const repo = await uploaded('js-snapshot')
  const cacheDir = await mkdtemp(join(tmpdir(), 'portolan-js-'))
  const folder = await snapshotDownload({ repo, cacheDir, ...access })
  for (const [path, content] of Object.entries(files))
    expect([path, (await readFile(join(folder, path))).equals(content)]).toEqual([path, true])
  await rm(cacheDir, { recursive: true })
})

test('the header of a safetensors file', async () => {
  const repo = await uploaded('js-safetensors')
  const parsed = await parseSafetensorsMetadata({ repo, computeParametersCount: true, ...access })
  expect(parsed).toMatchObject({ sharded: false, parameterCount: { F32: 9 } })
})

test('listings go through several pages', async () => {
  const names = Array.from({ length: 7 }, (_, i) => `${admin.name}/js-page-${i}`)
  for (const name of names) await createRepo({ repo: { type: 'model', name }, ...access })
  const found: string[] = []
  const paged: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    // The client requests 500 at a time; smaller pages test that it finds the next one.
    if (url.searchParams.get('limit') === '500') url.searchParams.set('limit', '3')
    return fetch(url, init)
  }
  for await (const model of listModels({ search: { query: 'js-page', owner: admin.name }, fetch: paged, ...access })) {
    expect([model.private, model.gated, model.downloads, model.updatedAt instanceof Date]).toEqual([false, false, 0, true])
    found.push(model.name)
  }
  expect(found.toSorted()).toEqual(names)
  const one = listModels({ search: { query: 'js-page' }, limit: 2, ...access })
  expect((await all(one)).length).toBe(2)
})

test('files and commits of a branch with a slash', async () => {
  const repo = await uploaded('js-branch')
  await createBranch({ repo, branch: 'feat/x', ...access })
  await commit({
    repo,
    branch: 'feat/x',
    title: 'On the branch',
    operations: [
      { operation: 'addOrUpdate', path: 'new.txt', content: new Blob(['new\n']) },
      { operation: 'delete', path: 'README.md' },
    ],
    ...access,
  })
  const paths = async (revision: string) =>
    (await all(listFiles({ repo, recursive: true, revision, ...access }))).filter(({ type }) => type === 'file').map(({ path }) => path)
  const onMain = ['.gitattributes', ...Object.keys(files)].toSorted()
  expect((await paths('main')).toSorted()).toEqual(onMain)
  expect((await paths('feat/x')).toSorted()).toEqual([...onMain.filter((path) => path !== 'README.md'), 'new.txt'].toSorted())
  const inFolder = await all(listFiles({ repo, path: 'sub dir', revision: 'feat/x', expand: true, ...access }))
  expect(inFolder.map(({ path, lastCommit }) => [path, lastCommit?.title])).toEqual([['sub dir/with space.txt', 'Add a chart']])
  expect((await all(listCommits({ repo, revision: 'feat/x', batchSize: 2, ...access }))).map(({ title }) => title)).toEqual([
    'On the branch',
    'Add a chart',
    'initial commit',
  ])
  expect(await countCommits({ repo, revision: 'feat/x', ...access })).toBe(3)
  expect(await pathsInfo({ repo, paths: ['new.txt', 'nope'], revision: 'feat/x', expand: true, ...access })).toMatchObject([
    { path: 'new.txt', size: 4, type: 'file', lastCommit: { title: 'On the branch' } },
  ])
  await deleteBranch({ repo, branch: 'feat/x', ...access })
  await expect(all(listFiles({ repo, revision: 'feat/x', ...access }))).rejects.toMatchObject({ statusCode: 404 })
})

test('info, access and the end of a repo', async () => {
  const repo = await uploaded('js-life')
  expect(await modelInfo({ name: repo.name, additionalFields: ['sha', 'author', 'cardData'], ...access })).toMatchObject({
    name: repo.name,
    author: admin.name,
    private: false,
    cardData: { license: 'mit' },
  })
  await deleteFiles({ repo, paths: ['README.md', 'large.bin'], ...access })
  expect(await fileExists({ repo, path: 'README.md', ...access })).toBe(false)
  await expect(createRepo({ repo, ...access })).rejects.toMatchObject({ statusCode: 409 })
  await checkRepoAccess({ repo, ...access })
  expect([await repoExists({ repo, ...access }), await repoExists({ repo: { type: 'model', name: 'ada/nope' }, hubUrl: hub.url })]).toEqual(
    [true, false],
  )
  await deleteRepo({ repo, ...access })
  expect(await repoExists({ repo, ...access })).toBe(false)
})

test('collections: made, listed in pages and by what they hold, deleted', async () => {
  await createRepo({ repo: { type: 'model', name: `${admin.name}/collected` }, ...access })
  const slugs: string[] = []
  for (const title of ['One', 'Two', 'Three']) {
    const { slug } = await createCollection({
      collection: { title: `JS ${title}`, namespace: admin.name, description: 'From Node' },
      ...access,
    })
    slugs.push(slug)
  }
  const slug = slugs[0] ?? ''
  // The client has a function for this but does not export it.
  const item = { type: 'model', id: `${admin.name}/collected` }
  const added = await hub.fetch(`/api/collections/${slug}/items`, { method: 'POST', body: JSON.stringify({ item, note: 'Here' }) })
  expect(added.status).toBe(200)
  const listed = await all(listCollections({ search: { owner: [admin.name], q: 'js' }, sort: 'lastModified', ...access }))
  expect(listed.map(({ title }) => title).toSorted()).toEqual(['JS One', 'JS Three', 'JS Two'])
  const holding = await all(listCollections({ search: { item: [`models/${admin.name}/collected`] }, limit: 1, ...access }))
  expect(holding).toMatchObject([
    {
      slug,
      title: 'JS One',
      description: 'From Node',
      private: false,
      gating: false,
      upvotes: 0,
      items: [{ type: 'model', id: `${admin.name}/collected`, position: 0, note: { text: 'Here', html: 'Here' } }],
    },
  ])
  expect(holding[0]?.items[0]).toMatchObject({ availableInferenceProviders: [], authorData: { name: admin.name, followerCount: 0 } })
  for (const each of slugs) await deleteCollection({ slug: each, ...access })
  expect(await all(listCollections({ search: { owner: [admin.name], q: 'js' }, ...access }))).toEqual([])
  await expect(deleteCollection({ slug, ...access })).rejects.toMatchObject({ statusCode: 404 })
})

test('items of collections say what pages show of them', async () => {
  const files = (path: string, text: string) => [{ path, content: new Blob([text]) }]
  const card = '---\ntitle: Harbor\nemoji: ⚓\ncolorFrom: blue\ncolorTo: green\nsdk: static\n---\n'
  await createRepo({ repo: { type: 'space', name: `${admin.name}/shown` }, sdk: 'static', files: files('README.md', card), ...access })
  await createRepo({ repo: { type: 'dataset', name: `${admin.name}/shown` }, files: files('a.csv', 'a\n1\n'), ...access })
  const collected = async (title: string, items: readonly object[]) => {
    const { slug } = await createCollection({ collection: { title, namespace: admin.name }, ...access })
    for (const item of items)
      expect((await hub.fetch(`/api/collections/${slug}/items`, { method: 'POST', body: JSON.stringify({ item }) })).status).toBe(200)
    return slug
  }
  const [space, dataset] = (['space', 'dataset'] as const).map((type) => ({ type, id: `${admin.name}/shown` }))
  const inner = await collected('Inner', [space ?? {}, dataset ?? {}])
  await collected('Shown to pages', [space ?? {}, dataset ?? {}, { type: 'collection', id: inner }])
  const [found] = await all(listCollections({ search: { owner: [admin.name], q: 'shown to pages' }, ...access }))
  const authorData = { name: admin.name, followerCount: 0, isUserFollowing: false }
  expect(found?.items).toMatchObject([
    {
      type: 'space',
      authorData,
      title: 'Harbor',
      emoji: '⚓',
      colorFrom: 'blue',
      colorTo: 'green',
      tags: ['static'],
      runtime: { hardware: {} },
      createdAt: expect.stringMatching(/Z$/) as string,
    },
    { type: 'dataset', authorData, datasetsServerInfo: { viewer: 'viewer', formats: ['csv'] } },
    { type: 'collection', title: 'Inner', owner: authorData, numberItems: 2 },
  ])
})

test('datasets and Spaces; one file at a time, with progress, into the cache', async () => {
  const data = { type: 'dataset', name: `${admin.name}/js-data` } as const
  const space = { type: 'space', name: `${admin.name}/js-space` } as const
  await createRepo({ repo: data, ...access })
  await createRepo({ repo: space, sdk: 'static', ...access })
  await uploadFile({ repo: data, file: { path: 'rows.csv', content: new Blob(['a\n1\n']) }, ...access })
  const steps = await all(
    uploadFilesWithProgress({ repo: space, files: [{ path: 'index.html', content: new Blob(['<p>Tides</p>']) }], ...access }),
  )
  expect(steps.length).toBeGreaterThan(0)
  const operations = [{ operation: 'addOrUpdate', path: 'more.csv', content: new Blob(['a\n2\n']) }] as const
  expect((await all(commitIter({ repo: data, title: 'More', operations: [...operations], ...access }))).length).toBeGreaterThan(0)
  await deleteFile({ repo: data, path: 'more.csv', ...access })
  expect(await datasetInfo({ name: data.name, ...access })).toMatchObject({ name: data.name, private: false })
  expect(await spaceInfo({ name: space.name, additionalFields: ['author'], ...access })).toMatchObject({ name: space.name, sdk: 'static' })
  expect((await all(listDatasets({ search: { query: 'js-data' }, ...access }))).map(({ name }) => name)).toEqual([data.name])
  expect((await all(listSpaces({ search: { query: 'js-space' }, ...access }))).map(({ name }) => name)).toEqual([space.name])
  const cacheDir = await mkdtemp(join(tmpdir(), 'portolan-js-'))
  const path = await downloadFileToCacheDir({ repo: data, path: 'rows.csv', cacheDir, ...access })
  expect(await readFile(path, 'utf8')).toBe('a\n1\n')
  await rm(cacheDir, { recursive: true })
})

test('a pull request, and the files of its ref with a raw slash', async () => {
  const repo = { type: 'model', name: `${admin.name}/js-proposal` } as const
  await createRepo({ repo, ...access })
  const operations = [{ operation: 'addOrUpdate', path: 'sub dir/new.txt', content: new Blob(['new\n']) }] as const
  const made = await commit({ repo, title: 'Propose', isPullRequest: true, operations: [...operations], ...access })
  expect(made?.pullRequestUrl).toBe(`${hub.url}/${repo.name}/discussions/1`)
  const paths = async (revision: string, path?: string) =>
    (await all(listFiles({ repo, revision, recursive: true, ...(path === undefined ? {} : { path }), ...access }))).map(
      (entry) => entry.path,
    )
  expect(await paths('refs/pr/1')).toContain('sub dir/new.txt')
  expect(await paths('refs/pr/1', 'sub dir')).toEqual(['sub dir/new.txt'])
  expect(await paths('main')).toEqual(['.gitattributes'])
  expect((await bytesOf(await downloadFile({ repo, path: 'sub dir/new.txt', revision: 'refs/pr/1', ...access })))?.toString()).toBe('new\n')
})

test('jobs are refused in words', async () => {
  await expect(listJobs({ namespace: admin.name, ...access })).rejects.toThrow(/runs no jobs/)
  const job = { namespace: admin.name, dockerImage: 'python:3.12', command: ['true'], flavor: 'cpu-basic' } as const
  await expect(runJob({ ...job, command: [...job.command], ...access })).rejects.toThrow(/runs no jobs/)
})
