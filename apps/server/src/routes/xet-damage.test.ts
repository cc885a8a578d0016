import { truncate, writeFile } from 'node:fs/promises'
import { chunkStoredFiles, recordDamagedFiles, verifyStorage } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { formatHash, writeXorb } from '@portolan/xet'
import { lz4Frame, patternedBytes, randomBytes } from '@portolan/xet/testing'
import { describe, expect, test } from 'vitest'
import { batchOf, commit, commitLarge, header, ndjson } from '../testing/lfs-upload.ts'
import { openRepoWorld, type RepoWorld } from '../testing/repo-world.ts'
import { type PreparedFile, prepare, store, uploadThroughXet, xetToken } from '../testing/xet-client.ts'

/* Content that was damaged on the disk, and that a client with the right bytes uploads again through Xet. */

const content = Buffer.concat([randomBytes(900_000, 5), patternedBytes(400_000)])
const packed = (chunks: readonly Uint8Array[]) =>
  writeXorb(chunks.map((chunk) => ({ scheme: 1, length: chunk.length, packed: lz4Frame(chunk) })))

describe.for(databases)('damaged content that is uploaded again through Xet, on %s', (database) => {
  test.for([
    ['the same form', undefined],
    ['another form', packed],
  ] as const)('is repaired when its chunks were damaged, and come in %s', async ([, pack]) => {
    await using world = await openRepoWorld(database)
    const { server, ada } = world
    const file = await prepare(content)
    await commitThroughXet(world, file)
    const damaged = await xorbBlob(world, file)
    await flip(world, damaged)
    await find(world)
    const chunk = `/v1/chunks/default-merkledb/${formatHash(file.xorb.index.hash(0))}`
    const access = await xetToken(server, 'models/ada/tides', 'write', ada)
    expect((await store(server, access, chunk)).status).toBe(404)
    await upload(world, await prepare(content, pack))
    // The old form is no longer used, and left to garbage collection.
    await expectWhole(world, pack === undefined ? [] : [`blob ${damaged}`])
    expect((await store(server, await xetToken(server, 'models/ada/tides', 'write', ada), chunk)).status).toBe(200)
  })

  test('is repaired when its chunks were cut off', async () => {
    await using world = await openRepoWorld(database)
    const { server } = world
    const file = await prepare(content)
    await commitThroughXet(world, file)
    await truncate(server.hub.blobs.localPath(await xorbBlob(world, file)) ?? '', 500_000)
    await upload(world, file)
    await expectWhole(world)
  })

  test.for([['described as chunks'], ['not yet']])('is repaired when it was uploaded whole, %s', async ([how]) => {
    await using world = await openRepoWorld(database)
    const { server, ada } = world
    await commitLarge(server, 'ada/tides', 'tides.bin', content, ada)
    if (how !== 'not yet') expect(await chunkStoredFiles(server.hub)).toBe(1)
    const file = await prepare(content)
    await flip(world, file.sha256)
    await find(world)
    await upload(world, file)
    await expectWhole(world)
  })
})

/** Commits the content as a large file that is described as chunks. */
async function commitThroughXet(world: RepoWorld, file: PreparedFile): Promise<void> {
  await upload(world, file)
  const line = { key: 'lfsFile', value: { path: 'tides.bin', algo: 'sha256', oid: file.sha256, size: content.length } }
  expect((await commit(world.server, 'models/ada/tides', ndjson(header(), line), { as: world.ada })).status).toBe(200)
}

async function upload({ server, ada }: RepoWorld, file: PreparedFile): Promise<void> {
  await uploadThroughXet(server, await xetToken(server, 'models/ada/tides', 'write', ada), file)
}

/** The blob that holds the chunks of a file. */
async function xorbBlob({ server }: RepoWorld, file: PreparedFile): Promise<string> {
  const row = await server.hub.db.read
    .selectFrom('xet_xorb')
    .select('blob')
    .where('hash', '=', Buffer.from(file.xorb.raw))
    .executeTakeFirstOrThrow()
  return Buffer.from(row.blob).toString('hex')
}

/** Changes a byte on the disk. */
async function flip({ server }: RepoWorld, blob: string): Promise<void> {
  const pieces = await (await server.hub.blobs.read(blob)).toArray()
  const bytes = Buffer.concat(pieces as Buffer[])
  bytes[300_000] = (bytes[300_000] ?? 0) ^ 0xff
  await writeFile(server.hub.blobs.localPath(blob) ?? '', bytes)
}

/** Verification finds the damage, and clients are asked for the bytes. */
async function find({ server, ada }: RepoWorld): Promise<void> {
  const { damages } = await verifyStorage(server.hub)
  expect(damages.length).toBeGreaterThan(0)
  await recordDamagedFiles(server.hub, damages)
  expect((await batchOf(server, 'ada/tides', content, { as: ada })).actions?.upload).toBeDefined()
}

async function expectWhole({ server, ada }: RepoWorld, unused: readonly string[] = []): Promise<void> {
  const answer = await server.request('/ada/tides/resolve/main/tides.bin', { as: ada })
  expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
  expect((await verifyStorage(server.hub)).damages.map(({ where }) => where)).toEqual(unused)
  expect((await batchOf(server, 'ada/tides', content, { as: ada })).actions).toBeUndefined()
}
