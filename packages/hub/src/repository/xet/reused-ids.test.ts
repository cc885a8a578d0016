import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { openGcScenario } from '../../operations/garbage-collection/testing/gc-scenario.ts'
import { digestTerms, findChunked, openContent } from '../../foundation/contents/index.ts'
import { storeInlineLarge } from '../lfs/index.ts'
import { chunkStoredFile } from './chunk-stored-files.ts'
import { sweepXet } from './in-use.ts'
import { uploadAsChunks } from './testing/upload-as-chunks.ts'

const day = 24 * 3600 * 1000

test('a xorb that gets the number of a forgotten one is not taken for that one', async () => {
  // SQLite reuses the highest id.
  await using world = await openGcScenario('sqlite')
  const { hub, ada, repo } = world
  const { sha256 } = await uploadAsChunks(hub, ada, repo, [randomBytes(5_000)])
  await (await openContent(hub, sha256))?.read().then((content) => content.toArray())
  // Unreferenced, and no client can still reference it.
  await hub.db.write((tx) => tx.deleteFrom('repo_lfs').execute())
  hub.tick(30 * day)
  expect(await sweepXet(hub)).toBe(1)
  const later = await storeInlineLarge(hub, ada, repo, Readable.from([randomBytes(1_500_000)], { objectMode: false }))
  await chunkStoredFile(hub, later.sha256)
  expect(await digestTerms(hub, (await findChunked(hub, later.sha256))?.terms ?? [])).toBe(later.sha256)
})
