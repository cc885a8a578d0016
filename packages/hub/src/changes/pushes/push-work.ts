import type { Oid, StoredObject } from '@portolan/git'
import type { PrestoredObjects } from '../../foundation/git-store/index.ts'
import type { ListedFile } from '../commits/index.ts'
import type { PushedPointer } from './content-rules.ts'
import type { PushedPack } from './pushed-pack.ts'
import type { PushedTip } from './walk-pack.ts'

/** Items in a page: what is read at a time of lists that may be long. */
export const pageItems = 1_000

/** What `updateRefs` needs to store a push. */
export interface LandingObjects {
  readonly objects: Iterable<StoredObject>
  readonly ahead: PrestoredObjects | null
}

/** An examined push, wherever its pack is read: see {@link PushedPack}. */
export interface PushWork extends AsyncDisposable {
  readonly tips: ReadonlyMap<Oid, PushedTip>
  readonly bytes: number
  /** In pages. */
  pointers(): AsyncIterable<readonly PushedPointer[]>
  card(commit: Oid): Promise<Buffer | null>
  isDescendant(from: Oid, to: Oid): Promise<boolean>
  filesOf(commit: Oid): Promise<ListedFile[]>
  body(oid: Oid): Promise<Buffer>
  /** The objects to store for these tips. Many have been stored when it resolves. */
  land(tips: readonly Oid[]): Promise<LandingObjects>
}

/** A small push, in this thread. */
export function workHere(pack: PushedPack): PushWork {
  return {
    ...pack.findings,
    async *pointers() {
      yield* pagesOf(pack.findings.pointers)
    },
    card: async (commit) => pack.card(commit),
    isDescendant: (from, to) => pack.isDescendant(from, to),
    filesOf: (commit) => pack.filesOf(commit),
    body: async (oid) => pack.body(oid),
    async land(tips) {
      const { batches } = await pack.unstored(tips)
      return { objects: [...Iterator.from(batches)].flat(), ahead: null }
    },
    async [Symbol.asyncDispose]() {
      pack[Symbol.dispose]()
    },
  }
}

export function* pagesOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += pageItems) yield items.slice(at, at + pageItems)
}
