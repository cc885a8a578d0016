import { type Reader, toHex } from '../../../foundation/db/db.ts'
import { freeBlob } from '../../../foundation/blobs/guarded-blob-store.ts'
import type { Hub } from '../../../hub.ts'
import { usersOfBlobs } from '../blob-users.ts'
import type { GcKind, Freed, Unneeded } from '../kind.ts'
import { dropMarks, currentMarks } from '../marks.ts'

const hashesPerSelect = 500

/** Unreferenced blobs in the store: the last repo that used one is gone, or its upload was never recorded. */
export const blobs: GcKind = {
  name: 'blob',
  async *find({ hub }) {
    const items = new Map<string, Unneeded>()
    for await (const item of recordedBlobs(hub.db.read)) items.set(item.key, item)
    for await (const item of storedBlobs(hub)) items.set(item.key, item)
    yield { kind: 'blob', repoId: 0, items: [...items.values()] }
  },
  async free({ hub, keepLease }, marks) {
    const freed = { count: 0, bytes: 0 } satisfies Freed
    for (const { key, bytes } of marks) {
      keepLease()
      const now = hub.now().getTime()
      const gone = await freeBlob(hub.db, hub.rawBlobs, now, key, async (tx) => {
        const standing = await currentMarks(tx, 'blob', 0, [key], now)
        return !standing.has(key) || (await usersOfBlobs(tx, [key])).has(key)
      })
      await dropMarks(hub.db, 'blob', 0, [key])
      if (!gone) continue
      freed.count++
      freed.bytes += bytes
    }
    return freed
  },
}

/** Unused rows, whether or not the bytes exist. */
async function* recordedBlobs(db: Reader): AsyncGenerator<Unneeded> {
  const rows = await db
    .selectFrom('lfs_blob')
    .select(['sha256', 'size'])
    .where((eb) => eb.not(eb.exists(eb.selectFrom('repo_lfs').select('repo_id').whereRef('repo_lfs.sha256', '=', 'lfs_blob.sha256'))))
    .execute()
  yield* unused(
    db,
    rows.map(({ sha256, size }) => ({ key: toHex(sha256), bytes: size })),
  )
}

/** Bytes without a row: from an upload interrupted between the two. */
async function* storedBlobs(hub: Hub): AsyncGenerator<Unneeded> {
  let page: Unneeded[] = []
  for await (const { sha256, size } of hub.blobs.list()) {
    page.push({ key: sha256, bytes: size, note: 'unrecorded upload' })
    if (page.length < hashesPerSelect) continue
    yield* unrecorded(hub.db.read, page)
    page = []
  }
  yield* unrecorded(hub.db.read, page)
}

async function* unrecorded(db: Reader, page: readonly Unneeded[]): AsyncGenerator<Unneeded> {
  if (page.length === 0) return
  const keys = page.map(({ key }) => Buffer.from(key, 'hex'))
  const rows = await db.selectFrom('lfs_blob').select('sha256').where('sha256', 'in', keys).execute()
  const recorded = new Set(rows.map(({ sha256 }) => toHex(sha256)))
  yield* unused(
    db,
    page.filter(({ key }) => !recorded.has(key)),
  )
}

async function* unused(db: Reader, items: readonly Unneeded[]): AsyncGenerator<Unneeded> {
  for (let at = 0; at < items.length; at += hashesPerSelect) {
    const slice = items.slice(at, at + hashesPerSelect)
    const users = await usersOfBlobs(
      db,
      slice.map(({ key }) => key),
    )
    for (const item of slice) if (!users.has(item.key)) yield item
  }
}
