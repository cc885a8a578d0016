import type { RepoType } from '../names.ts'

/*
 * The live channel, `GET /api/events?topic=…`: server-sent events whose names are the keys of `LiveMessages`. Kinds are added over time, and
 * a reader passes over those it does not know. Every block of events ends with an `id` to come back with in `Last-Event-ID`.
 */

/** `repo:models/ada/tides` (or `datasets`, `spaces`), `listing` of all repos or `listing:ada` of one owner's, `user` for the caller. */
export type LiveTopic = `repo:${string}` | 'listing' | `listing:${string}` | 'user'

/** How far long work is. */
export interface LiveProgress {
  readonly id: string
  /** For programs, such as `engine.load`. */
  readonly kind: string
  readonly title: string
  readonly state: 'running' | 'done' | 'failed'
  readonly done: number
  readonly total: number | null
  readonly unit: 'bytes' | 'files' | 'steps'
  readonly message: string | null
}

/** A repo as it is when the channel opens. */
export interface LiveRepoState {
  /** Of its page. */
  readonly path: string
  readonly isPrivate: boolean
  readonly likes: number
  /** By the caller. */
  readonly liked: boolean
  /** Commit of the default branch. */
  readonly head: string | null
  readonly progress: readonly LiveProgress[]
}

export interface LiveUserState {
  readonly progress: readonly LiveProgress[]
}

interface About {
  readonly topic: LiveTopic
  /** ISO 8601. */
  readonly at: string
  /** Who did it. */
  readonly by: string | null
}

export interface LiveMessages {
  /** First on every connection. `null` for a topic of which there is nothing to see. */
  hello: {
    /** Who the caller is to the hub. */
    readonly viewer: string | null
    readonly heartbeatSeconds: number
    readonly topics: Readonly<Record<string, LiveRepoState | LiveUserState | Record<string, never> | null>>
  }
  /** A branch has a new commit. */
  commit: About & { readonly ref: string; readonly oid: string }
  /** A branch or tag was made, or is gone (`null`). */
  ref: About & { readonly ref: string; readonly oid: string | null }
  /** Somebody likes the repo, or not any more. */
  like: About & { readonly liked: boolean; readonly likes: number }
  /** A repo was made, got another address, another visibility, or is not there any more for this caller. */
  repo: About & {
    readonly change: 'created' | 'moved' | 'settings' | 'gone'
    readonly type: RepoType | null
    /** Of its page, as it is now; `null` when it is gone. */
    readonly path: string | null
    readonly isPrivate: boolean
  }
  progress: { readonly topic: LiveTopic; readonly progress: LiveProgress }
  /** Something happened in a discussion or a pull request. `created`, `comment`, `edit`, `reaction`, or an event's type. */
  discussion: About & { readonly num: number; readonly change: string }
  /** What the caller was told of is not as it was: there is more to read, or less. */
  notification: { readonly topic: LiveTopic; readonly at: string }
  /** The caller's credentials do not count any more; the connection ends. */
  session: { readonly state: 'ended' }
  /** Events were or may have been left out: look at everything anew. The connection may end, too. */
  resync: { readonly reason: 'cursor' | 'slow' | 'behind' }
}

export type LiveKind = keyof LiveMessages
