import type { ColumnType, Generated } from 'kysely'
import type { Visibility } from './visibility.ts'

/*
 * One schema for both engines. Conventions:
 * - time columns are integers, milliseconds since 1970 UTC; booleans are 0 or 1; JSON is text.
 * - `uid` is the public 24-hex id; `id` is internal and never leaves the hub.
 * - oids and hashes are raw bytes (`Buffer` going in, `Uint8Array` or `Buffer` coming out: wrap with `toBuffer`).
 */

type Bytes = ColumnType<Uint8Array, Uint8Array, Uint8Array>

/** A user or an organization: they share one namespace. */
export interface AccountTable {
  id: Generated<number>
  uid: string
  kind: 'user' | 'org'
  name: string
  fullname: string
  email: string | null
  bio: string | null
  website: string | null
  is_admin: Generated<number>
  disabled: Generated<number>
  password_hash: string | null
  created: number
  /** Quota of the account's repos in bytes; null for the hub's default, -1 for no limit. */
  storage_quota: Generated<number | null>
  /** A program's account; see migration 0001. */
  is_robot: Generated<number>
  robot_org: Generated<number | null>
  made_by: Generated<string | null>
  /** 0: the address is only stated; 1: stated before addresses were confirmed, and nobody else's; 2: confirmed. See migration 0010. */
  email_state: Generated<number>
  /** An address that waits for its confirmation, then replaces `email`. */
  new_email: Generated<string | null>
}

/** Storage used by a repo; `large_bytes` is kept by triggers on `repo_lfs` (migration 0001). Recomputed when a backup is restored. */
export interface RepoUsageTable {
  repo_id: number
  large_bytes: Generated<number>
  git_bytes: Generated<number>
  /** When git's objects were last counted; 0 for never. */
  counted: Generated<number>
}

export interface OrgMemberTable {
  org_id: number
  user_id: number
  role: string
  created: number
}

export interface SessionTable {
  /** sha-256 of the cookie value. */
  token_hash: Bytes
  user_id: number
  user_agent: string | null
  created: number
  expires: number
  last_used: number
  /** Network address of the last recorded use. */
  address: string | null
  /** How it was opened; null by an older version. */
  way: string | null
  /** When its user last proved who they are, and when with a second factor; 0 for never. */
  proven: Generated<number>
  factor_proven: Generated<number>
}

/** An authenticator app; see migration 0009. */
export interface TotpTable {
  user_id: number
  /** Encrypted; null until the first code confirmed it. */
  secret: string | null
  /** Encrypted; waits for its first code. */
  next_secret: string | null
  /** Time step of the last accepted code. */
  last_step: Generated<number>
  created: number
}

export interface RecoveryCodeTable {
  user_id: number
  /** sha-256 of a code that was not used yet. */
  code_hash: Bytes
  created: number
}

/** A WebAuthn credential. */
export interface PasskeyTable {
  id: Generated<number>
  uid: string
  user_id: number
  credential_id: Bytes
  /** COSE key. */
  public_key: Bytes
  counter: number
  /** JSON string[]. */
  transports: string
  name: string
  created: number
  last_used: number | null
}

/** Somebody whose password was right, before the second step. */
export interface PendingSignInTable {
  /** sha-256 of the cookie value. */
  token_hash: Bytes
  user_id: number
  created: number
  expires: number
}

/** A WebAuthn challenge that was answered. */
export interface UsedChallengeTable {
  challenge_hash: Bytes
  expires: number
}

export interface AccessTokenTable {
  id: Generated<number>
  uid: string
  user_id: number
  name: string
  role: string
  token_hash: Bytes
  /** Last four characters, to distinguish tokens in the settings. */
  hint: string
  /** JSON `{entity: {type, uid}, permissions}[]`; only for fine-grained tokens. */
  scopes: string
  /** JSON string[]: permissions for everything the user has access to. */
  global_permissions: Generated<string>
  /** 1 when it may read other people's gated repos. */
  reads_gated: Generated<number>
  created: number
  expires: number | null
  last_used: number | null
}

export interface PasswordResetTable {
  /** sha-256 of the code. */
  code_hash: Bytes
  user_id: number
  /** Name of the administrator. */
  made_by: string
  created: number
  expires: number
}

/** The name of a deleted account, which stays taken for a time. */
export interface FormerNameTable {
  /** In lower case. */
  name: string
  /** In its own letter case. */
  shown: string
  account_id: number
  since: number
  /** `null` while the account is still being deleted. */
  until: number | null
}

/** An account that is deleted, or was; see migration 0010. */
export interface AccountDeletionTable {
  account_id: number
  name: string
  requested_by: string
  repos: 'delete' | 'move'
  target_id: number | null
  /** Repos, and how many of them are done. */
  total: number
  done: Generated<number>
  started: number
  ended: number | null
  error: string | null
}

/** A person's public key. */
export interface SshKeyTable {
  id: Generated<number>
  uid: string
  user_id: number
  title: string
  type: string
  /** The key itself in base64, as in an `authorized_keys` file. */
  key: string
  /** `SHA256:…` */
  fingerprint: string
  created: number
  last_used: number | null
}

/** Mail to be sent, and for a week what became of it. */
export interface MailTable {
  id: Generated<number>
  uid: string
  kind: string
  /** At most one waiting row has this text; null once it is finished. */
  same: string | null
  /** To whom; null when that is found out as the mail is written. */
  user_id: number | null
  /** JSON; what it contains depends on the kind. No secrets: links are made as the mail is written. */
  data: string
  /** 0 goes before 1. */
  priority: number
  /** `waiting`, `sent`, `failed`, or `dropped` when there was nothing left to tell. */
  state: string
  attempts: Generated<number>
  /** Not to be attempted before. A sender moves it into the future while it works. */
  next_at: number
  created: number
  finished: number | null
  error: string | null
}

/** `switched_off` and `daily`: JSON string[], the kinds of news that somebody does not want by mail, and those they want once a day. */
export interface MailPreferenceTable {
  user_id: number
  switched_off: string
  daily: Generated<string>
}

/** What the next mails to somebody tell. `topic`: `discussion <uid>` or `organization <uid>`. */
export interface MailNewsTable {
  user_id: number
  topic: string
  kind: string
  /** `uid` of the first event of a discussion that was not told yet. */
  first_event: string | null
  /** How often something happened there. */
  n: number
  /** Of the first that was not told yet. */
  at: number
}

/** sha-256 of a browser or a network from which somebody signed in. */
export interface KnownSignInTable {
  user_id: number
  hash: Bytes
  seen: number
}

export interface InviteTable {
  code_hash: Bytes
  created_by: number
  created: number
  expires: number
  used_by: number | null
}

/** Named secrets of the installation, such as the key that signs upload links. */
export interface SettingTable {
  name: string
  value: string
}

export interface RepoTable {
  id: Generated<number>
  uid: string
  kind: number
  owner_id: number
  owner: string
  name: string
  vis: Visibility
  gated: Generated<string>
  disabled: Generated<number>
  creator_id: number | null
  pipeline_tag: string | null
  library: string | null
  license: string | null
  sdk: string | null
  /** Number of parameters, if the files reveal it. */
  params: number | null
  downloads: Generated<number>
  downloads_all: Generated<number>
  likes: Generated<number>
  trending: Generated<number>
  created: number
  updated: number
  /** Commit of the default branch, raw 20 bytes. */
  head: Bytes | null
  storage: Generated<number>
  /** JSON string[]: the wire tags, in the card's order. */
  tags: string
  /** Plain-text one-liner for listings. */
  summary: string | null
  /** 1 when the name is in the trigram index (SQLite only). */
  name_indexed: Generated<number>
}

/** What the files of the default branch say about the repo, as of commit `head`. JSON {@link import('../facts/facts.ts').RepoFacts}. */
export interface RepoFactsTable {
  repo_id: number
  head: Bytes
  facts: string
}

export interface RepoRedirectTable {
  kind: number
  owner_lower: string
  name_lower: string
  repo_id: number
  created: number
}

/** One row per distinct wire tag and repo kind. `ns` groups tags into facets: pipeline_tag, library, language, license, dataset, … other. */
export interface TagTable {
  id: Generated<number>
  kind: number
  ns: string
  value: string
  /** Number of public repos with it. */
  n: Generated<number>
}

export interface RepoTagTable {
  tag_id: number
  repo_id: number
}

/**
 * What the in-memory index of listings has to reread, kept for a while. Triggers on `repo` write the rows without `tag_id`;
 * the catalog writes the others: repo `repo_id` gained or lost tag `tag_id`. Postgres has an additional column, `xid`.
 */
export interface RepoChangeTable {
  seq: Generated<number>
  repo_id: number
  tag_id: number | null
  gone: Generated<number>
  at: Generated<number>
}

export interface RepoLikeTable {
  repo_id: number
  user_id: number
  created: number
}

/** Downloads per UTC day (days since 1970). */
export interface DownloadDayTable {
  repo_id: number
  day: number
  n: number
}

/** Model calls per UTC day (days since 1970). Account 0 is nobody: a caller without an account, or no paying organization. */
export interface InferenceUsageTable {
  day: number
  user_id: number
  org_id: number
  /** `owner/name` at the time. */
  model: string
  upstream: string
  requests: number
  prompt_tokens: number
  completion_tokens: number
  failed: number
}

export interface CardTable {
  repo_id: number
  text: string
}

/** A model's card as a vector; see migration 0001. Derived from the other tables: rows may disappear. */
export interface CardEmbeddingTable {
  repo_id: number
  model: string
  head: Bytes
  text_hash: Bytes
  vector: Bytes
  updated: number
}

/** HTML rendered from a blob (a card, a source file), by content and pipeline version. A cache: rows may disappear. */
export interface RenderedTable {
  cache_key: string
  html: string
  created: number
}

/** `type`: 1 commit, 2 tree, 3 blob, 4 tag. `z`: the zlib stream of the body, as in a pack. */
export interface GitObjectTable {
  repo_id: number
  oid: Bytes
  type: number
  size: number
  z: Bytes
}

export interface GitRefTable {
  repo_id: number
  name: string
  oid: Bytes
}

/** A large file that is complete and verified in the blob store. */
export interface LfsBlobTable {
  sha256: Bytes
  size: number
  /** The sha-1 git would give the content itself; null until first requested. Clients that send large files inline compare by it. */
  git_oid: Bytes | null
  created: number
}

/**
 * Repo `repo_id` may use blob `sha256`. `pending_user` is set until a commit references it: until then only that user may.
 * 0 means that several people uploaded it: `repo_lfs_holder` lists who may commit it.
 */
export interface RepoLfsTable {
  repo_id: number
  sha256: Bytes
  pending_user: number | null
  created: number
}

export interface LfsUploadTable {
  id: string
  repo_id: number
  user_id: number
  sha256: Bytes
  size: number
  part_bytes: number
  created: number
  expires: number
}

/** A file lock: someone is working on a file and asks others not to. References no bytes. */
export interface LfsLockTable {
  id: Generated<number>
  uid: string
  repo_id: number
  path: string
  /** The branch its owner had checked out. */
  ref: string | null
  user_id: number
  created: number
}

/**
 * Many chunks in one blob; see migration 0001. `blob` is the sha-256 of the blob that contains it, from `blob_offset` on. Garbage collection keeps that blob
 * as long as the row exists, and the row as long as a row of `xet_file_xorb` references it or `used` is recent (`xetXorbsInUse`).
 */
export interface XetXorbTable {
  id: Generated<number>
  hash: Bytes
  blob: Bytes
  layout: number
  blob_offset: number
  /** Of the serialized form. */
  bytes: number
  content_bytes: number
  /** Hash, end and length of every chunk; `XorbIndex` of packages/xet. */
  chunks: Bytes
  created: number
  /** When it was last uploaded, referenced, or announced to a client: clients remember xorbs for three weeks. */
  used: number
}

/** Users who uploaded a xorb: they may create files from it. */
export interface XetXorbUserTable {
  xorb_id: number
  user_id: number
  created: number
}

/** Xorbs by some of their chunks: anyone who has the chunk may query its neighbors. */
export interface XetChunkTable {
  hash: Bytes
  xorb_id: number
}

/** A content stored as runs of chunks, whether or not it is also stored as a blob. `terms`: see `packTerms`. */
export interface XetFileTable {
  sha256: Bytes
  hash: Bytes
  size: number
  terms: Bytes
  created: number
}

export interface XetFileXorbTable {
  xorb_id: number
  sha256: Bytes
}

/** The outbox: written in the transaction of the change it records. Postgres has an additional column, `xid`. */
export interface EventTable {
  id: Generated<number>
  at: number
  topic: string
  actor: string | null
  repo_id: number | null
  payload: string
}

/** Progress of long jobs; rows of finished jobs are deleted after a while. */
export interface ProgressTable {
  id: string
  kind: string
  title: string
  repo_id: number | null
  user_id: number | null
  done: Generated<number>
  total: number | null
  unit: string
  state: string
  message: string | null
  started: number
  updated: number
}

/** Someone requested access to a gated repo, or was granted it. At most one row per repo and user. */
export interface AccessRequestTable {
  id: Generated<number>
  uid: string
  repo_id: number
  user_id: number
  status: 'pending' | 'accepted' | 'rejected'
  /** JSON object: the card's questions and the answers. */
  fields: Generated<string>
  /** Why it was rejected. */
  reason: string | null
  /** Who granted access without a request. */
  granted_by: number | null
  created: number
  updated: number
}

/** All members of an organization have access to a gated repo. */
export interface AccessGroupTable {
  repo_id: number
  org_id: number
  granted_by: number | null
  created: number
}

export interface FollowTable {
  account_id: number
  follower_id: number
  created: number
}

/** A picture uploaded for an account. Small, so it is stored here and not as a blob. */
export interface AvatarTable {
  account_id: number
  /** Media type. */
  type: string
  bytes: Bytes
  /** Changes with the bytes. */
  version: string
}

export interface CollectionTable {
  id: Generated<number>
  uid: string
  owner_id: number
  title: string
  /** The title's part of the address, currently; old addresses still resolve by the id. */
  slug: string
  description: string | null
  is_private: Generated<number>
  theme: string
  /** Position among the owner's collections. */
  position: Generated<number>
  upvotes: Generated<number>
  creator_id: number | null
  created: number
  updated: number
}

/** Exactly one of `repo_id`, `other_id` (a collection) and `paper` is set. */
export interface CollectionItemTable {
  id: Generated<number>
  uid: string
  collection_id: number
  type: 'model' | 'dataset' | 'space' | 'paper' | 'collection'
  repo_id: number | null
  other_id: number | null
  paper: string | null
  note: string | null
  position: number
  created: number
}

export interface CollectionUpvoteTable {
  collection_id: number
  user_id: number
  created: number
}

/** A sign-in waiting for a person with a browser. `state`: waiting, approved, denied; the row is deleted once the device has its response. */
export interface DeviceLoginTable {
  device_hash: Bytes
  user_code: string
  client_id: string
  state: string
  user_id: number | null
  /** What the device may do: `read` or `write`. */
  role: string | null
  address: string | null
  user_agent: string | null
  created: number
  expires: number
  polled: number | null
}

/** A program that the hub's users sign in to with their account here (OAuth client). Its `uid` is its client id. Lists are JSON. */
export interface OAuthAppTable {
  id: Generated<number>
  uid: string
  owner_id: number
  /** The Space whose app this is; any address of the Space is a valid redirect target. */
  space_id: number | null
  name: string
  website: string | null
  /** sha-256; `null` for a public client, which has none. */
  secret_hash: Bytes | null
  redirect_uris: string
  scopes: string
  created: number
}

/** What a user has allowed an app, once for all of the app's sign-ins. */
export interface OAuthGrantTable {
  id: Generated<number>
  uid: string
  app_id: number
  user_id: number
  scopes: string
  created: number
  used: number
}

/** One sign-in with an app: all tokens derived from one code. Contains the currently valid refresh token. */
export interface OAuthSessionTable {
  id: Generated<number>
  uid: string
  grant_id: number
  scopes: string
  refresh_hash: Bytes
  /** When the user signed in to the hub itself. */
  signed_in: number
  created: number
  expires: number
}

/** An authorization code. Kept after its use until it expires, so that a second use is detected. */
export interface OAuthCodeTable {
  code_hash: Bytes
  grant_id: number
  session_id: number | null
  redirect_uri: string
  scopes: string
  nonce: string | null
  /** PKCE, S256. */
  challenge: string | null
  signed_in: number
  expires: number
  used: Generated<number>
}

export interface OAuthTokenTable {
  id: Generated<number>
  token_hash: Bytes
  session_id: number
  scopes: string
  created: number
  expires: number
}

/** Repos created by an app: with the scope `contribute-repos` it can access no others. */
export interface OAuthAppRepoTable {
  app_id: number
  repo_id: number
}

/** Keys that sign ID tokens: private JWKs (`encryptAtRest`). The newest signs, older ones are still published. */
export interface OAuthKeyTable {
  kid: string
  jwk: string
  created: number
}

/** A user's identity at an identity provider that the hub trusts. */
export interface IdentityTable {
  id: Generated<number>
  user_id: number
  issuer: string
  subject: string
  email: string | null
  created: number
  used: number
}

/** A user's webhook. `watched` and `domains` are JSON; the secret signs deliveries (`encryptAtRest`). */
export interface WebhookTable {
  id: Generated<number>
  uid: string
  user_id: number
  url: string
  secret: string | null
  watched: string
  domains: string
  disabled: Generated<number>
  /** Consecutive deliveries that were given up. */
  failures: Generated<number>
  created: number
  /** What the credential that made it could do, as JSON; null for everything that its owner may do. */
  rights: Generated<string | null>
  /** `failures` or `backlog` when the hub switched it off; null when its owner did. */
  disabled_reason: Generated<string | null>
  /** When to look at its queue next; null when nothing waits. A sender moves it into the future while it works: if that process dies, another goes on. */
  due_at: Generated<number | null>
}

/**
 * Every write, by whom and from where. Rows outlive what they describe: no foreign keys and no row ids, but names and uids as of then. `payload` is
 * JSON.
 */
export interface AuditTable {
  id: Generated<number>
  at: number
  topic: string
  actor: string | null
  actor_uid: string | null
  repo_uid: string | null
  repo_kind: number | null
  repo_owner: string | null
  repo_owner_uid: string | null
  repo_name: string | null
  payload: string
  address: string | null
  via: string | null
  request_id: string | null
}

/** One message to one webhook. `state`: waiting, delivered, failed. */
export interface WebhookDeliveryTable {
  id: Generated<number>
  uid: string
  webhook_id: number
  created: number
  payload: string
  state: string
  attempts: Generated<number>
  /** Not to be attempted before. Those behind it in the webhook's queue wait, too. */
  next_at: number
  finished: number | null
  /** The receiver's last response, or `null` if there was none. */
  status: number | null
  /** Duration of the last attempt. Milliseconds. */
  duration: number | null
  response: string | null
  error: string | null
}

/** For each repo that has discussions, or has them turned off. `last_num`: the last number used, including deleted ones. */
export interface DiscussionRepoTable {
  repo_id: number
  last_num: Generated<number>
  disabled: Generated<number>
}

/**
 * A discussion or a pull request: for the latter, `base_ref` is set, and `refs/pr/{num}` points to its commits while the ref exists. A merged one keeps
 * `base_oid` and `head_oid`, from which its diff is computed: additional roots for garbage collection, besides all refs.
 */
export interface DiscussionTable {
  id: Generated<number>
  uid: string
  repo_id: number
  num: number
  title: string
  /** `draft`, `open`, `closed` or `merged`. */
  status: string
  author_id: number
  created: number
  updated: number
  pinned: Generated<number>
  locked: Generated<number>
  /** Not counting the description. */
  comments: Generated<number>
  /** Total characters of all comments, and the number of comments and other events: both are limited. */
  text_length: Generated<number>
  events: Generated<number>
  /** Full name of a pull request's target branch. */
  base_ref: string | null
  /** Where the pull request started, and its head when it was merged. */
  base_oid: Bytes | null
  head_oid: Bytes | null
  merge_oid: Bytes | null
}

/** Events of a discussion, ordered by `id`. `raw` is the Markdown of a comment; `data` is JSON with the details of other events. */
export interface DiscussionEventTable {
  id: Generated<number>
  uid: string
  discussion_id: number
  type: string
  author_id: number
  created: number
  data: Generated<string>
  raw: string | null
  edited: number | null
  edited_by: number | null
  hidden: number | null
  hidden_by: number | null
  /** `uid` of the comment that this one replies to. */
  reply_to: string | null
}

/** Text of a comment before an edit. `written`: when that text was written. */
export interface DiscussionEditTable {
  id: Generated<number>
  event_id: number
  editor_id: number
  written: number
  raw: string
}

export interface DiscussionReactionTable {
  event_id: number
  reaction: string
  user_id: number
  created: number
}

/** Who is notified about a discussion because they participate in it; `muted` when they do not want to be. */
export interface DiscussionWatchTable {
  discussion_id: number
  user_id: number
  muted: Generated<number>
}

/** `level`: `all` for every discussion of the repo, `muted` for none. */
export interface RepoWatchTable {
  repo_id: number
  user_id: number
  level: string
}

/** One per person and discussion, however much happened there. `event_uid` is the first unread event. */
export interface NotificationTable {
  user_id: number
  discussion_id: number
  reason: string
  unread: Generated<number>
  event_uid: string
  updated: number
}

/** Who uploaded an object that several people uploaded before it was committed. Deleted along with the row of `repo_lfs`. */
export interface RepoLfsHolderTable {
  repo_id: number
  sha256: Bytes
  user_id: number
}

/** See migration 0001. `key`: sha-256, git oid or a repo's uid; `repo_id` is 0 for what belongs to no repo. */
export interface GcMarkTable {
  kind: string
  repo_id: number
  key: string
  bytes: number
  note: string | null
  marked: number
  due: number
  kept: Generated<number>
}

/** Written by triggers on `git_ref`. */
export interface GcRepoTable {
  repo_id: number
  moves: number
}

export interface GcFreedTable {
  repo_id: number
  at: number
}

export interface GcLeaseTable {
  name: string
  holder: string
  expires: number
}

export interface GcRunTable {
  id: Generated<number>
  started: number
  ended: number | null
  dry: number
  state: string
  report: string
}

/** A backup or a rehearsal of one; see migration 0003. */
export interface BackupRunTable {
  id: Generated<number>
  kind: 'backup' | 'rehearsal'
  /** A folder, or `s3://bucket/prefix`. */
  place: string
  started: number
  ended: number | null
  state: string
  /** JSON. */
  report: string
}

/** How far the scheduled verification has come; one row. */
export interface VerifyProgressTable {
  name: string
  /** When this round began. */
  started: number
  /** The next part to verify. */
  part: number
  /** When the last complete round ended. */
  ended: number | null
  /** JSON. */
  report: string
}

/** Damage that the scheduled verification has found and that is still there. */
export interface StorageDamageTable {
  kind: string
  item: string
  what: string
  /** The item as people name it. */
  place: string
  /** JSON: the files that are unavailable. */
  affects: string
  found: number
  checked: number
}

/** An upload whose bytes are complete and that is about to be recorded. Keeps the blob until then, or until `expires`. */
export interface BlobUploadTable {
  id: string
  sha256: Bytes
  expires: number
}

export interface BlobFreeingTable {
  sha256: Bytes
  since: number
}

/** The subdomain in a Space's address. Keeps no bytes. */
export interface SpaceSubdomainTable {
  label: string
  repo_id: number
  /** The name it was derived from: a new one is created when the Space moves. */
  full_name: string
}

/** Variables visible to a Space's pages. Keeps no bytes. */
export interface SpaceVariableTable {
  repo_id: number
  name: string
  value: string
  description: string | null
  updated: number
}

/** Counts of attempts and calls, by a hash of who made them; see migration 0001. */
export interface RateLimitTable {
  key: string
  points: Generated<number>
  /** When the window ends. Milliseconds since 1970. */
  expire: number | null
}

export interface Database {
  rate_limit: RateLimitTable
  discussion_repo: DiscussionRepoTable
  discussion: DiscussionTable
  discussion_event: DiscussionEventTable
  discussion_edit: DiscussionEditTable
  discussion_reaction: DiscussionReactionTable
  discussion_watch: DiscussionWatchTable
  repo_watch: RepoWatchTable
  notification: NotificationTable
  repo_lfs_holder: RepoLfsHolderTable
  account: AccountTable
  org_member: OrgMemberTable
  session: SessionTable
  access_token: AccessTokenTable
  former_name: FormerNameTable
  ssh_key: SshKeyTable
  account_deletion: AccountDeletionTable
  invite: InviteTable
  password_reset: PasswordResetTable
  totp: TotpTable
  recovery_code: RecoveryCodeTable
  passkey: PasskeyTable
  pending_sign_in: PendingSignInTable
  used_challenge: UsedChallengeTable
  mail: MailTable
  mail_preference: MailPreferenceTable
  mail_news: MailNewsTable
  known_sign_in: KnownSignInTable
  setting: SettingTable
  repo: RepoTable
  repo_facts: RepoFactsTable
  repo_usage: RepoUsageTable
  repo_redirect: RepoRedirectTable
  tag: TagTable
  repo_tag: RepoTagTable
  repo_change: RepoChangeTable
  repo_like: RepoLikeTable
  download_day: DownloadDayTable
  inference_usage: InferenceUsageTable
  card: CardTable
  card_embedding: CardEmbeddingTable
  rendered: RenderedTable
  git_object: GitObjectTable
  git_ref: GitRefTable
  lfs_blob: LfsBlobTable
  repo_lfs: RepoLfsTable
  lfs_upload: LfsUploadTable
  lfs_lock: LfsLockTable
  xet_xorb: XetXorbTable
  xet_xorb_user: XetXorbUserTable
  xet_chunk: XetChunkTable
  xet_file: XetFileTable
  xet_file_xorb: XetFileXorbTable
  gc_mark: GcMarkTable
  gc_repo: GcRepoTable
  gc_freed: GcFreedTable
  gc_lease: GcLeaseTable
  gc_run: GcRunTable
  backup_run: BackupRunTable
  verify_progress: VerifyProgressTable
  storage_damage: StorageDamageTable
  blob_upload: BlobUploadTable
  blob_freeing: BlobFreeingTable
  event: EventTable
  progress: ProgressTable
  device_login: DeviceLoginTable
  oauth_app: OAuthAppTable
  oauth_grant: OAuthGrantTable
  oauth_session: OAuthSessionTable
  oauth_code: OAuthCodeTable
  oauth_token: OAuthTokenTable
  oauth_app_repo: OAuthAppRepoTable
  oauth_key: OAuthKeyTable
  identity: IdentityTable
  webhook: WebhookTable
  audit: AuditTable
  webhook_delivery: WebhookDeliveryTable
  access_request: AccessRequestTable
  access_group: AccessGroupTable
  follow: FollowTable
  avatar: AvatarTable
  collection: CollectionTable
  collection_item: CollectionItemTable
  collection_upvote: CollectionUpvoteTable
  space_subdomain: SpaceSubdomainTable
  space_variable: SpaceVariableTable
}
