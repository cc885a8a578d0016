import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '@portolan/sandbox'
import type { DbLocation } from '../../../foundation/db/db.ts'
import { readSnapshot } from '../../../foundation/db/open-snapshot.ts'
import { listingSorts } from '../query.ts'
import { readCatalog } from './read-catalog.ts'

const location = workerData as DbLocation
lowerThreadPriority()
const built = await readSnapshot(location, (db) => readCatalog(db, location.dialect))
const { columns, names, tags } = built
const arrays: { buffer: ArrayBuffer }[] = [
  columns.kind,
  columns.owner,
  columns.params,
  ...Object.values(columns.keys),
  ...built.publicRepos,
  ...built.privateRepos,
  built.gated,
  names.bytes,
  names.starts,
  ...built.orders.flatMap((order) => listingSorts.map((sort) => order[sort])),
  tags.ids,
  tags.starts,
  built.tagsOf.tagIds,
  built.tagsOf.starts,
  built.namespaces.of,
  ...built.denseTags.map(({ bits }) => bits),
]
// Transferred, not copied: hundreds of megabytes in large hubs.
parentPort?.postMessage(
  built,
  arrays.map(({ buffer }) => buffer),
)
