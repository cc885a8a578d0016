import type { RepoType } from '../names.ts'

/*
 * The live channel, `GET /api/events?topic=…`: server-sent events whose names are the keys of `LiveMessages`. Kinds are added over time, and
 * clients skip those they do not know. Every block of events ends with an `id` to reconnect with in `Last-Event-ID`.
 */

/** `repo:models/ada/tides` (or `datasets`, `spaces`), `listing` for all repos, `listing:ada` for one owner's, `user` for the caller. */
export type LiveTopic = `repo:${string}` | 'listing' | `listing:${string}` | 'user'

/** Progress of a long-running operation. */
export interface LiveProgress {
  readonly id: string
  /** Machine-readable, such as `engine.load`. */
  readonly kind: string
  readonly title: string
  readonly state: 'running' | 'done' | 'failed'
  readonly done: number
  readonly total: number | null
  readonly unit: 'bytes' | 'files' | 'steps'
  readonly message: string | null
}

/** The state of a repo when the channel opens. */
export interface LiveRepoState {
  /** Address of its page. */
  readonly path: string
  readonly isPrivate: boolean
  readonly likes: number
  /** Whether the caller likes it. */
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
  /** The actor. */
  readonly by: string | null
}

export interface LiveMessages {
  /** First on every connection. `null` for a topic with nothing visible to the caller. */
  hello: {
    /** The caller's account. */
    readonly viewer: string | null
    readonly heartbeatSeconds: number
    readonly topics: Readonly<Record<string, LiveRepoState | LiveUserState | Record<string, never> | null>>
  }
  /** A branch has a new commit. */
  commit: About & { readonly ref: string; readonly oid: string }
  /** A branch or tag was created, or deleted (`null`). */
  ref: About & { readonly ref: string; readonly oid: string | null }
  /** A like was added or removed. */
  like: About & { readonly liked: boolean; readonly likes: number }
  /** A repo was created, renamed or deleted, its visibility changed, or this caller can no longer see it. */
  repo: About & {
    readonly change: 'created' | 'moved' | 'settings' | 'gone'
    readonly type: RepoType | null
    /** Current address of its page; `null` when the repo is gone. */
    readonly path: string | null
    readonly isPrivate: boolean
  }
  progress: { readonly topic: LiveTopic; readonly progress: LiveProgress }
  /** Something happened in a discussion or a pull request. `created`, `comment`, `edit`, `reaction`, or an event's type. */
  discussion: About & { readonly num: number; readonly change: string }
  /** The caller's notifications changed: there are more or fewer to read. */
  notification: { readonly topic: LiveTopic; readonly at: string }
  /** The caller's credentials are no longer valid; the connection ends. */
  session: { readonly state: 'ended' }
  /** Events were or may have been missed: reload everything. The connection may end, too. */
  resync: { readonly reason: 'cursor' | 'slow' | 'behind' }
}

export type LiveKind = keyof LiveMessages
