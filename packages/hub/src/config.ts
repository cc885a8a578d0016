import type { CommentRenderer } from './foundation/renderings/index.ts'
import type { S3Config } from './foundation/blobs/s3-config.ts'

/**
 * Product configuration. The server reads it from `PORTOLAN_*` (apps/server/src/hub-config.ts), tests from `testHubConfig`. No field
 * is optional: a forgotten one does not compile.
 */
export interface HubConfig {
  /** Everything the hub writes is below this folder. Absolute path. */
  readonly dataDir: string
  /** Postgres URL; `null` means the SQLite file `hub.db` in the data folder. */
  readonly databaseUrl: string | null
  /** The longest time for one statement on Postgres; 0 for no limit. Milliseconds. */
  readonly databaseTimeoutMs: number
  /** Encrypt the secrets in the database, 32 bytes each: the first encrypts, all decrypt. None: they are stored plain. */
  readonly encryptionKeys: readonly Buffer[]
  /** The bucket for large files; `null` means the folder `blobs` in the data folder. */
  readonly s3: S3Config | null
  /** What users put in `HF_ENDPOINT`: scheme, host, port, without a trailing slash. `null`: the host of each request. */
  readonly publicUrl: string | null
  /** Spaces are served below this host, each under its own name (`spaces.example.org`, with an optional port); `null`: in frames without an origin. */
  readonly spacesHost: string | null
  readonly signUp: 'open' | 'invite' | 'closed'
  /** Label of the button that leads to the company's identity provider; `null`: there is none. */
  readonly companyLabel: string | null
  /** Whether people can sign up and sign in with a password on this hub. */
  readonly passwordSignIn: 'on' | 'off'
  /** Whether the hub sends mail. With mail there is always a `publicUrl`, because links in mails need it. */
  readonly sendsMail: boolean
  /** Whether people may write only once they have confirmed their email address. */
  readonly requireConfirmedEmail: boolean
  /** Who must have a second factor to do anything in a browser. */
  readonly requireSecondFactor: 'off' | 'administrators' | 'all'
  /** Whether clients may use Xet: `on`, for uploads only, or `off`. */
  readonly xet: 'on' | 'upload' | 'off'
  /** Without Xet: the largest file that Xet-only clients may send inside a commit. Bytes. */
  readonly inlineUploadBytes: number
  /** Default quota for the repos of a user, and of an organization. Bytes; `null` for no limit. */
  readonly userQuotaBytes: number | null
  readonly orgQuotaBytes: number | null
  /** Largest single file. Bytes. */
  readonly maxFileBytes: number
  /** How long unreferenced data is kept before garbage collection frees it. Milliseconds. */
  readonly gcGraceMs: number
  /** Time between two scheduled garbage collections. Milliseconds; 0 for none. */
  readonly gcEveryMs: number
  /**
   * Scheduled backups: where to (an absolute path or `s3://bucket/prefix`), the time between two of them in milliseconds, and how many to keep (0: all).
   * `null`: none.
   */
  readonly backups: { readonly place: string; readonly everyMs: number; readonly keep: number } | null
  /** The time in which scheduled verification reads everything once. Milliseconds; 0 for none. */
  readonly verifyRoundMs: number
  /** Disk space that is kept free for the database: nothing is accepted that adds content below it. Bytes; 0 for none. */
  readonly diskReserveBytes: number
  /** Disk space for cached clone responses. Bytes; 0 for none. */
  readonly cloneCacheBytes: number
  /** With at least this many repos, listings are answered from an in-memory index. */
  readonly indexListingsFrom: number
  /** Lifetime of a browser session, restarted with each renewal. Milliseconds. */
  readonly sessionMs: number
  /** How long the name of a deleted account or organization stays taken. Milliseconds; 0 for not at all. */
  readonly formerNameMs: number
  /** Maximum accounts created per network address per hour; 0 for no limit. */
  readonly signUpsPerHour: number
  /** Which requested files count as a download of a model, by its library. */
  readonly countsAsDownload: (library: string | null, path: string) => boolean
  /**
   * Pictures of other hosts in cards and comments: how they are shown, how large one may be, how much of the disk their copies may take (bytes; 0: none
   * are kept), and which addresses the hub fetches them from.
   */
  readonly pictures: {
    readonly mode: 'proxy' | 'direct' | 'off'
    readonly maxBytes: number
    readonly cacheBytes: number
    readonly reach: 'public' | 'local' | 'any'
  }
  /** Renders a comment as HTML and returns the names it mentions: the hub itself generates no HTML. */
  readonly renderComment: CommentRenderer
}
