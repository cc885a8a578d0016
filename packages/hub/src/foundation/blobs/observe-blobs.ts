import { tracingChannel } from 'node:diagnostics_channel'
import type { BlobStore } from './blob-store.ts'

/** An operation on the store for large files. */
export interface StoreCall {
  readonly operation: string
  readonly store: 's3' | 'disk'
}

/** Calls to the stores of this process; a read ends when its first bytes can be read. Costs nothing while nobody listens. */
export const storeCalls = tracingChannel<StoreCall>('portolan:store')

/** Announces what is asked of a store. */
export function observeBlobs(blobs: BlobStore, store: StoreCall['store']): BlobStore {
  const traced = <Words extends unknown[], Result>(operation: string, work: (...words: Words) => Promise<Result>) => {
    return (...words: Words): Promise<Result> =>
      storeCalls.hasSubscribers ? storeCalls.tracePromise(() => work(...words), { operation, store }) : work(...words)
  }
  const { parts } = blobs
  return {
    freeBytes: () => blobs.freeBytes(),
    localPath: (sha256) => blobs.localPath(sha256),
    list: () => blobs.list(),
    sweep: () => blobs.sweep(),
    links: blobs.links,
    put: traced('put', blobs.put.bind(blobs)),
    stat: traced('stat', blobs.stat.bind(blobs)),
    read: traced('read', blobs.read.bind(blobs)),
    delete: traced('delete', blobs.delete.bind(blobs)),
    parts: {
      put: traced('put part', parts.put.bind(parts)),
      list: traced('list parts', parts.list.bind(parts)),
      complete: traced('complete parts', parts.complete.bind(parts)),
      drop: traced('drop parts', parts.drop.bind(parts)),
      uploads: parts.uploads.bind(parts),
    },
  }
}
