import type { CommentRenderer } from './foundation/renderings/index.ts'
import type { S3Config } from './foundation/blobs/s3-config.ts'

/**
 * What the product's behavior depends on. The server fills it from `PORTOLAN_*` (apps/server/src/hub-config.ts), tests from `testHubConfig`. No field is
 * optional: one that is forgotten does not compile.
 */
export interface HubConfig {
  /** Everything the hub writes lives below this folder. Absolute. */
  readonly dataDir: string
  /** Postgres URL; `null` means the SQLite file `hub.db` in the data folder. */
  readonly databaseUrl: string | null
  /** The bucket for large files; `null`: the folder `blobs` in the data folder. */
  readonly s3: S3Config | null
  /** What users put in `HF_ENDPOINT`: scheme, host, port, without a trailing slash. `null`: the host that each request names. */
  readonly publicUrl: string | null
  /** Spaces are served below this host, each at a name of its own (`spaces.example.org`, with a port if it has one); `null`: in frames without an origin. */
  readonly spacesHost: string | null
  readonly signUp: 'open' | 'invite' | 'closed'
  /** How the button reads that leads to the identity provider of the company; `null`: there is none. */
  readonly companyLabel: string | null
  /** Whether people sign in and up with a password of this hub. */
  readonly passwordSignIn: 'on' | 'off'
  /** Whether clients may use Xet: `on`, for uploads only, or `off`. */
  readonly xet: 'on' | 'upload' | 'off'
  /** Without Xet: largest file that clients which use nothing else may send inside a commit. Bytes. */
  readonly inlineUploadBytes: number
  /** What the repos of a user, and of an organization, may hold by default. Bytes; `null` for no limit. */
  readonly userQuotaBytes: number | null
  readonly orgQuotaBytes: number | null
  /** Largest single file. Bytes. */
  readonly maxFileBytes: number
  /** How long what nothing needs is kept before garbage collection frees it. Milliseconds. */
  readonly gcGraceMs: number
  /** How long garbage collection rests between two runs by itself. Milliseconds; 0 for none. */
  readonly gcEveryMs: number
  /** Disk for answers to clones that are kept for the next one. Bytes; 0 for none. */
  readonly cloneCacheBytes: number
  /** From this many repos on, listings are answered from an index in memory. */
  readonly indexListingsFrom: number
  /** How long a browser session lasts, and again from each renewal. Milliseconds. */
  readonly sessionMs: number
  /** Accounts that may be opened from one network address in an hour; 0 for no limit. */
  readonly signUpsPerHour: number
  /** Which requested files count as a download of a model, by its library. */
  readonly countsAsDownload: (library: string | null, path: string) => boolean
  /** Turns a comment into HTML, and says whom it names: the hub itself makes no HTML. */
  readonly renderComment: CommentRenderer
}
