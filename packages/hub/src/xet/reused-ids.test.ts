import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createUser, loadActor } from '../accounts/index.ts'
import { digestTerms, findChunked, openContent } from '../contents/index.ts'
import { storeInlineLarge } from '../lfs/index.ts'
import { createRepo } from '../repos/index.ts'
import { openTestHub } from '../testing/open-test-hub.ts'
import { chunkStoredFile, sweepXet } from './index.ts'
import { uploadAsChunks } from './testing/upload-as-chunks.ts'

const day = 24 * 3600 * 1000

test('a xorb that gets the number of a forgotten one is not taken for that one', async () => {
  // SQLite gives the highest number out again.
  await using hub = await openTestHub({ database: 'sqlite' })
  const { id } = await createUser(hub, { name: 'ada', password: null })
  const ada = await loadActor(hub.db.read, id, null)
  if (!ada) throw new Error('no ada')
  const repo = await createRepo(hub, ada, { type: 'model', name: 'tides' })
  const { sha256 } = await uploadAsChunks(hub, ada, repo, [randomBytes(5_000)])
  await (await openContent(hub, sha256))?.read().then((content) => content.toArray())
  // Nothing needs it any more, and no client can still refer to it.
  await hub.db.write((tx) => tx.deleteFrom('repo_lfs').execute())
  hub.tick(30 * day)
  expect(await sweepXet(hub)).toBe(1)
  const later = await storeInlineLarge(hub, ada, repo, Readable.from([randomBytes(1_500_000)], { objectMode: false }))
  await chunkStoredFile(hub, later.sha256)
  expect(await digestTerms(hub, (await findChunked(hub, later.sha256))?.terms ?? [])).toBe(later.sha256)
})
