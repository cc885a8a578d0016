import { isAbsolute, resolve } from 'node:path'
import { orgRoles } from '@portolan/contract'
import { z } from 'zod'

interface Setting<T extends z.ZodType> {
  readonly variable: `PORTOLAN_${string}`
  readonly doc: string
  /** The default, as text in the form it would have in the environment; shown in the manual. */
  readonly fallback: string
  readonly schema: T
}

function setting<T extends z.ZodType>(entry: Setting<T>): Setting<T> {
  return entry
}

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'is a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `is between ${min} and ${max}`)

/** 0 means no limit. */
const quota = wholeNumber(0, 1_000_000_000_000).transform((number) => number || null)

const url = z
  .string()
  .refine(
    (text) => text === '' || /^https?:\/\/[A-Za-z0-9._:[\]-]+(?:\/[A-Za-z0-9._~-]+)*\/?$/.test(text),
    'is an address such as https://hub.example.org or https://example.org/hub',
  )
  .transform((text) => (text === '' ? null : text.replace(/\/$/, '')))

/** A comma-separated list. */
const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== ''),
)

/** Every setting, defined once: its effect, format, and default. The manual (docs/operate/config.md) is generated from this list. */
export const settings = {
  port: setting({ variable: 'PORTOLAN_PORT', doc: 'The port to listen on.', fallback: '7860', schema: wholeNumber(0, 65_535) }),
  host: setting({
    variable: 'PORTOLAN_HOST',
    doc: 'The address to listen on. `0.0.0.0` lets other machines reach the hub; put TLS in front then.',
    fallback: '127.0.0.1',
    schema: z.string().min(1),
  }),
  dataDir: setting({
    variable: 'PORTOLAN_DATA_DIR',
    doc: 'The folder for everything the hub stores. A local disk: network file systems do not keep SQLite safe.',
    fallback: './data',
    schema: z.string().min(1),
  }),
  databaseUrl: setting({
    variable: 'PORTOLAN_DATABASE_URL',
    doc: 'A Postgres address (`postgres://user:password@host/database`, version 15 or later, with `pg_trgm`). Empty: a SQLite file in the data folder.',
    fallback: '',
    schema: z
      .string()
      .refine((text) => text === '' || /^postgres(ql)?:\/\//.test(text), 'starts with postgres://')
      .transform((text) => (text === '' ? null : text)),
  }),
  s3Bucket: setting({
    variable: 'PORTOLAN_S3_BUCKET',
    doc: 'The bucket of an S3-compatible store that large files live in (docs/operate/storage.md). It must exist. Empty: the folder `blobs` in the data folder.',
    fallback: '',
    schema: z
      .string()
      .regex(/^(?:[a-z0-9][a-z0-9._-]{1,61}[a-z0-9])?$/i, 'is the name of a bucket')
      .transform((text) => text || null),
  }),
  s3Endpoint: setting({
    variable: 'PORTOLAN_S3_ENDPOINT',
    doc: 'The address of that store, as the hub reaches it. Empty: Amazon S3, in the region below.',
    fallback: '',
    schema: url,
  }),
  s3Region: setting({
    variable: 'PORTOLAN_S3_REGION',
    doc: 'The region of the bucket. Stores without regions take any.',
    fallback: 'us-east-1',
    schema: z.string().regex(/^[a-z0-9-]+$/, 'is the name of a region'),
  }),
  s3AccessKeyId: setting({
    variable: 'PORTOLAN_S3_ACCESS_KEY_ID',
    doc: 'The access key. It may list the bucket, and read, write and delete in it. Empty: what the AWS SDK finds by itself (its own variables and files, the role of the machine).',
    fallback: '',
    schema: z.string().transform((text) => text || null),
  }),
  s3SecretAccessKey: setting({
    variable: 'PORTOLAN_S3_SECRET_ACCESS_KEY',
    doc: 'The secret that belongs to the access key.',
    fallback: '',
    schema: z.string().transform((text) => text || null),
  }),
  s3Prefix: setting({
    variable: 'PORTOLAN_S3_PREFIX',
    doc: 'A folder in the bucket that everything of the hub lies in, such as `hub`. Empty: the whole bucket is the hub’s.',
    fallback: '',
    schema: z
      .string()
      .regex(/^(?:[\w.-]+(?:\/[\w.-]+)*\/?)?$/, 'is a folder such as hub or team/hub')
      .transform((text) => (text === '' ? '' : `${text.replace(/\/$/, '')}/`)),
  }),
  s3PathStyle: setting({
    variable: 'PORTOLAN_S3_PATH_STYLE',
    doc: 'How a bucket is addressed: `on` puts its name into the path, `off` into the host name, `auto` into the path wherever `PORTOLAN_S3_ENDPOINT` is set.',
    fallback: 'auto',
    schema: z.enum(['auto', 'on', 'off']),
  }),
  s3Presign: setting({
    variable: 'PORTOLAN_S3_PRESIGN',
    doc: 'Which bytes go past the hub, from client to store, by signed addresses: `off`, `downloads`, `uploads` (files that are sent in parts) or `both`. Whoever has such an address needs no other right until it expires: 6 hours for a download, a day for a part.',
    fallback: 'off',
    schema: z.enum(['off', 'downloads', 'uploads', 'both']),
  }),
  s3PublicEndpoint: setting({
    variable: 'PORTOLAN_S3_PUBLIC_ENDPOINT',
    doc: 'The address of the store as clients reach it, for signed addresses. Empty: as the hub does.',
    fallback: '',
    schema: url,
  }),
  databaseTimeoutSeconds: setting({
    variable: 'PORTOLAN_DATABASE_TIMEOUT_SECONDS',
    doc: 'How long one statement on Postgres may take. Then the request is answered with 503, and its connection is given up. 0 for no limit.',
    fallback: '30',
    schema: wholeNumber(0, 3_600),
  }),
  drainSeconds: setting({
    variable: 'PORTOLAN_DRAIN_SECONDS',
    doc: 'How long a server that was asked to stop goes on answering while `/api/health/ready` says 503, so that load balancers send nothing more to it.',
    fallback: '0',
    schema: wholeNumber(0, 3_600),
  }),
  stopSeconds: setting({
    variable: 'PORTOLAN_STOP_SECONDS',
    doc: 'How long requests and jobs that run may go on when the server stops; then they are cut off.',
    fallback: '10',
    schema: wholeNumber(0, 86_400),
  }),
  metricsToken: setting({
    variable: 'PORTOLAN_METRICS_TOKEN',
    doc: 'Whoever sends this as `Authorization: Bearer …` reads metrics for Prometheus at `/metrics` (docs/operate/monitoring.md). Empty: nobody.',
    fallback: '',
    schema: z
      .string()
      .regex(/^(?:[\w.~+/=-]{16,200})?$/, 'is 16 to 200 letters, digits or . ~ + / = - _')
      .transform((text) => text || null),
  }),
  metricsPort: setting({
    variable: 'PORTOLAN_METRICS_PORT',
    doc: 'A port of its own for metrics, which asks for no token: only the monitoring should reach it. On the same host as `PORTOLAN_HOST`. Empty: none.',
    fallback: '',
    schema: z
      .string()
      .regex(/^\d{0,5}$/, 'is a port')
      .transform((text) => (text === '' ? null : Number(text)))
      .refine((port) => port === null || port <= 65_535, 'is a port'),
  }),
  publicUrl: setting({
    variable: 'PORTOLAN_PUBLIC_URL',
    doc: 'The address people and clients use (what they put in `HF_ENDPOINT`). Set it whenever a proxy stands in front or the hub has a name in the public DNS: `X-Forwarded-Host` and `X-Forwarded-Proto` are never believed. With a path (`https://example.org/hub`) the proxy passes the whole path on, and clients work below it; the pages do not yet, they need a host of their own. Empty: the host that each request names, if it is local (`localhost`, an IP address, a name without dots or of a local zone); other names are refused.',
    fallback: '',
    schema: url,
  }),
  signUp: setting({
    variable: 'PORTOLAN_SIGN_UP',
    doc: 'Who may open an account: `open`, `invite` (with a code from the administrator), `closed`. The very first account may always be opened, and becomes the administrator.',
    fallback: 'open',
    schema: z.enum(['open', 'invite', 'closed']),
  }),
  signUpLimit: setting({
    variable: 'PORTOLAN_SIGN_UP_LIMIT',
    doc: 'Accounts that may be opened from one network address in an hour (a /64 of IPv6 counts as one address); 0 for no limit.',
    fallback: '20',
    schema: wholeNumber(0, 1_000_000),
  }),
  sessionHours: setting({
    variable: 'PORTOLAN_SESSION_HOURS',
    doc: 'How long a browser stays signed in without a visit. A visit in the second half of that time, and a page that stays open, begin it anew.',
    fallback: '720',
    schema: wholeNumber(1, 8_760),
  }),
  bootstrapUser: setting({
    variable: 'PORTOLAN_BOOTSTRAP_USER',
    doc: 'For automation: the name of an administrator to create at the start, if missing. Needs `PORTOLAN_BOOTSTRAP_TOKEN`.',
    fallback: '',
    schema: z.string().transform((text) => text || null),
  }),
  bootstrapToken: setting({
    variable: 'PORTOLAN_BOOTSTRAP_TOKEN',
    doc: 'The write token of that administrator: `hf_` and at least 20 letters and digits.',
    fallback: '',
    schema: z.string().transform((text) => text || null),
  }),
  oidcIssuer: setting({
    variable: 'PORTOLAN_OIDC_ISSUER',
    doc: 'The identity provider (OpenID Connect) that people sign in with: its issuer, as its discovery document names it (docs/operate/sign-in.md). Empty: none.',
    fallback: '',
    schema: z
      .string()
      .refine(
        (text) =>
          text === '' ||
          (URL.canParse(text) && (text.startsWith('https://') || /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/.test(text))),
        'is an https address (http only on this machine)',
      )
      .transform((text) => text || null),
  }),
  oidcClientId: setting({
    variable: 'PORTOLAN_OIDC_CLIENT_ID',
    doc: 'How that provider knows this hub. Its redirect address is `{PORTOLAN_PUBLIC_URL}/sign-in/company/callback`.',
    fallback: '',
    schema: z.string().transform((text) => text || null),
  }),
  oidcClientSecret: setting({
    variable: 'PORTOLAN_OIDC_CLIENT_SECRET',
    doc: 'The secret that belongs to the client. Empty: a public client, with PKCE alone.',
    fallback: '',
    schema: z.string().transform((text) => text || null),
  }),
  oidcLabel: setting({
    variable: 'PORTOLAN_OIDC_LABEL',
    doc: 'What the provider is called on the button of the sign-in page.',
    fallback: 'your company account',
    schema: z.string().trim().min(1).max(60),
  }),
  oidcScopes: setting({
    variable: 'PORTOLAN_OIDC_SCOPES',
    doc: 'What the hub asks the provider for. Some need another one before they tell groups.',
    fallback: 'openid profile email',
    schema: z.string().regex(/(?:^| )openid(?: |$)/, 'contains openid'),
  }),
  oidcDomains: setting({
    variable: 'PORTOLAN_OIDC_DOMAINS',
    doc: 'Mail domains of those who may sign in, with commas between. Only addresses that the provider calls verified count (`email_verified`). Empty: any.',
    fallback: '',
    schema: commaList.transform((list) => list.map((domain) => domain.toLowerCase())),
  }),
  oidcGroupsClaim: setting({
    variable: 'PORTOLAN_OIDC_GROUPS_CLAIM',
    doc: 'The claim that lists the groups of a person; a path with dots for one inside another, such as `realm_access.roles`.',
    fallback: 'groups',
    schema: z.string().min(1).max(200),
  }),
  oidcGroups: setting({
    variable: 'PORTOLAN_OIDC_GROUPS',
    doc: 'Groups of those who may sign in, with commas between: one of them is enough. Empty: any or none.',
    fallback: '',
    schema: commaList,
  }),
  oidcOrgs: setting({
    variable: 'PORTOLAN_OIDC_ORGS',
    doc: 'Roles in organizations of this hub by groups of the provider: `group=organization:role`, with commas between; a role is read, contributor, write or admin. At each sign-in roles are given and taken by it, in the organizations that it names.',
    fallback: '',
    schema: commaList.transform((list, context) =>
      list.map((entry) => {
        const [, group = '', org = '', role = ''] = /^(.+)=([\w-]+):(\w+)$/.exec(entry) ?? []
        const known = orgRoles.find((each) => each === role)
        if (known === undefined) context.addIssue({ code: 'custom', message: 'is a list of group=organization:role' })
        return { group, org, role: known ?? ('read' as const) }
      }),
    ),
  }),
  oidcAccounts: setting({
    variable: 'PORTOLAN_OIDC_ACCOUNTS',
    doc: 'Whether somebody new from the provider gets an account: `create`, or `existing` for accounts that their people have connected before.',
    fallback: 'create',
    schema: z.enum(['create', 'existing']),
  }),
  passwordSignIn: setting({
    variable: 'PORTOLAN_PASSWORD_SIGN_IN',
    doc: 'Whether people sign in and up with a password, too: `on` or `off`. Off needs a provider. Access tokens count either way.',
    fallback: 'on',
    schema: z.enum(['on', 'off']),
  }),
  xet: setting({
    variable: 'PORTOLAN_XET',
    doc: 'Whether clients may use Xet, which sends and stores each chunk of content once: `on`; `upload`, so that downloads are plain HTTP for all; or `off`. Recent `huggingface_hub` releases upload large files no other way, unless their user sets `HF_HUB_DISABLE_XET=1`.',
    fallback: 'on',
    schema: z.enum(['on', 'upload', 'off']),
  }),
  inlineUploadMb: setting({
    variable: 'PORTOLAN_INLINE_UPLOAD_MB',
    doc: 'With `PORTOLAN_XET=off`: up to this many MB, clients that upload large files only through Xet are asked to send them inside the commit. Larger files need `HF_HUB_DISABLE_XET=1` then.',
    fallback: '100',
    schema: wholeNumber(10, 1_000),
  }),
  maxFileGb: setting({
    variable: 'PORTOLAN_MAX_FILE_GB',
    doc: 'The largest single file.',
    fallback: '500',
    schema: wholeNumber(1, 100_000),
  }),
  userQuotaGb: setting({
    variable: 'PORTOLAN_USER_QUOTA_GB',
    doc: 'How many GB (10⁹ bytes) the repositories of a user may hold together, public and private; 0 for no limit. Administrators give single accounts another limit (`/admin/storage`).',
    fallback: '0',
    schema: quota,
  }),
  orgQuotaGb: setting({
    variable: 'PORTOLAN_ORG_QUOTA_GB',
    doc: 'The same for organizations.',
    fallback: '0',
    schema: quota,
  }),
  cloneCacheMb: setting({
    variable: 'PORTOLAN_CLONE_CACHE_MB',
    doc: 'How much disk answers to `git clone` may take that are kept for the next clone of the same commits; the files have no names, and are gone with the process. 0 for none.',
    fallback: '2048',
    schema: wholeNumber(0, 100_000_000),
  }),
  gcGraceDays: setting({
    variable: 'PORTOLAN_GC_GRACE_DAYS',
    doc: 'How many days garbage collection keeps what nothing needs any more (deleted repositories, objects of deleted branches, uploads that were never committed) before it frees it. Until then it can be brought back (docs/operate/storage.md).',
    fallback: '7',
    schema: wholeNumber(1, 3_650),
  }),
  gcHours: setting({
    variable: 'PORTOLAN_GC_HOURS',
    doc: 'How many hours lie between two runs of garbage collection, of whichever server process comes first; 0 for none by itself.',
    fallback: '24',
    schema: wholeNumber(0, 8_760),
  }),
  backupEveryHours: setting({
    variable: 'PORTOLAN_BACKUP_EVERY_HOURS',
    doc: 'How many hours lie between two backups, of whichever server process comes first (docs/operate/backup.md); 0 for none by itself. Needs `PORTOLAN_BACKUP_TO`.',
    fallback: '0',
    schema: wholeNumber(0, 8_760),
  }),
  backupTo: setting({
    variable: 'PORTOLAN_BACKUP_TO',
    doc: 'Where these backups go: a folder, or `s3://bucket/folder` with the endpoint and keys of `PORTOLAN_S3_*`. `portolan backup` without a place writes there, too. No other hub may use the same place.',
    fallback: '',
    schema: z
      .string()
      .refine((text) => !text.includes('://') || /^s3:\/\/[^/]+/.test(text), 'is a folder, or s3://bucket/folder')
      .transform((text) => text || null),
  }),
  backupKeep: setting({
    variable: 'PORTOLAN_BACKUP_KEEP',
    doc: 'How many of the newest backups are kept there: after each scheduled one, older ones are removed, and the large files that only they had. The newest complete one always stays. 0 for all.',
    fallback: '14',
    schema: wholeNumber(0, 100_000),
  }),
  verifyDays: setting({
    variable: 'PORTOLAN_VERIFY_DAYS',
    doc: 'In how many days the server reads and hashes everything it stores once, a slice every day, to find damage (`/admin/storage`); 0 for never.',
    fallback: '30',
    schema: wholeNumber(0, 3_650),
  }),
  registryDir: setting({
    variable: 'PORTOLAN_REGISTRY_DIR',
    doc: 'A folder of YAML files with libraries of your own, whose code the pages print beside ours (docs/operate/registry.md). Read at the start, where mistakes are named by line and stop it, and again on each change. Empty: none.',
    fallback: '',
    schema: z.string().transform((text) => text || null),
  }),
  engine: setting({
    variable: 'PORTOLAN_ENGINE',
    doc: 'Whether the hub runs models of its own on this machine, once `npm run engine` has installed what that takes: `on` or `off` (docs/operate/engine.md).',
    fallback: 'on',
    schema: z.enum(['on', 'off']).transform((text) => text === 'on'),
  }),
  engineRuntime: setting({
    variable: 'PORTOLAN_ENGINE_RUNTIME',
    doc: 'The folder that `npm run engine` installs into, for machines where it is brought along. Empty: `packages/engine/runtime`.',
    fallback: '',
    schema: z.string().transform((text) => text || null),
  }),
  engineMemoryMb: setting({
    variable: 'PORTOLAN_ENGINE_MEMORY_MB',
    doc: 'The memory that one worker process of the local engine may have. Weights may take a little under half of it; the rest is what a run computes with. A worker that takes more is ended.',
    fallback: '2048',
    schema: wholeNumber(300, 1_000_000),
  }),
  engineWorkers: setting({
    variable: 'PORTOLAN_ENGINE_WORKERS',
    doc: 'How many worker processes run models at once, each one call at a time. They share the processors.',
    fallback: '2',
    schema: wholeNumber(1, 64),
  }),
  engineTimeoutSeconds: setting({
    variable: 'PORTOLAN_ENGINE_TIMEOUT_SECONDS',
    doc: 'How long one call to the local engine may take, loading the model included.',
    fallback: '120',
    schema: wholeNumber(1, 86_400),
  }),
  engineIdleSeconds: setting({
    variable: 'PORTOLAN_ENGINE_IDLE_SECONDS',
    doc: 'After how long without a call a model leaves the memory. A worker without models ends.',
    fallback: '300',
    schema: wholeNumber(1, 86_400),
  }),
  engineQueue: setting({
    variable: 'PORTOLAN_ENGINE_QUEUE',
    doc: 'How many calls may wait for a worker; more are answered 429.',
    fallback: '32',
    schema: wholeNumber(0, 10_000),
  }),
  engineCacheMb: setting({
    variable: 'PORTOLAN_ENGINE_CACHE_MB',
    doc: 'How much of models the folder `engine` of the data folder keeps ready for workers. Large files there are links to the stored ones and take no room of their own.',
    fallback: '20480',
    schema: wholeNumber(0, 100_000_000),
  }),
  spacesHost: setting({
    variable: 'PORTOLAN_SPACES_HOST',
    doc: 'A host whose every subdomain leads to this hub (`spaces.example.org`, with a port if it is not the usual one): each static Space is served at a name of its own below it, an origin of its own, with storage and root addresses. Best a domain that shares nothing with the hub’s: a page below the same domain could set cookies for both. Empty: Spaces are served from a path of the hub, in a sandbox without an origin.',
    fallback: '',
    schema: z
      .string()
      .refine(
        (text) => text === '' || /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d+)?$/.test(text),
        'is a host in lower case, such as spaces.example.org',
      )
      .transform((text) => text || null),
  }),
  previewMemoryMb: setting({
    variable: 'PORTOLAN_PREVIEW_MEMORY_MB',
    doc: 'The memory that one process may have which reads files of datasets for their previews. One that takes more is ended, and the page says so.',
    fallback: '768',
    schema: wholeNumber(300, 100_000),
  }),
  previewTimeoutSeconds: setting({
    variable: 'PORTOLAN_PREVIEW_TIMEOUT_SECONDS',
    doc: 'How long reading for one preview may take.',
    fallback: '20',
    schema: wholeNumber(1, 3_600),
  }),
  previewWorkers: setting({
    variable: 'PORTOLAN_PREVIEW_WORKERS',
    doc: 'How many processes read for previews at once; further previews wait.',
    fallback: '2',
    schema: wholeNumber(1, 64),
  }),
  inferenceFile: setting({
    variable: 'PORTOLAN_INFERENCE_FILE',
    doc: 'A YAML file of what serves models of this hub: OpenAI-compatible servers and hosted providers (docs/operate/inference.md). Read at the start, where mistakes are named by line and stop it, and again on each change. Empty: none.',
    fallback: '',
    schema: z.string().transform((text) => text || null),
  }),
  inferenceAnonymous: setting({
    variable: 'PORTOLAN_INFERENCE_ANONYMOUS',
    doc: 'Whether callers without an account may call models: `off`, or `public` for models that everybody may read. They share one quota.',
    fallback: 'off',
    schema: z.enum(['off', 'public']),
  }),
  inferenceRequestsPerDay: setting({
    variable: 'PORTOLAN_INFERENCE_REQUESTS_PER_DAY',
    doc: 'Calls of models per account (the user, or the organization that `X-HF-Bill-To` names) and UTC day; 0 for no limit.',
    fallback: '0',
    schema: quota,
  }),
  inferenceTokensPerDay: setting({
    variable: 'PORTOLAN_INFERENCE_TOKENS_PER_DAY',
    doc: 'Tokens read and written by models per account and UTC day; 0 for no limit. A call under way is not cut short.',
    fallback: '0',
    schema: quota,
  }),
  embeddingModel: setting({
    variable: 'PORTOLAN_EMBEDDING_MODEL',
    doc: 'The model of this hub that makes vectors of model cards, for search by meaning and similar models: `owner/name`, `owner/name@revision`, `auto` (the oldest public model for sentence similarity or feature extraction that the local engine runs) or `off`.',
    fallback: 'auto',
    schema: z
      .string()
      .regex(/^(?:auto|off|[\w.-]+\/[\w.-]+(?:@[^@\s]+)?)$/, 'is auto, off, owner/name or owner/name@revision')
      .transform((text) => {
        if (text === 'auto' || text === 'off') return text
        const [repo = '', revision = null] = text.split('@')
        return { repo, revision }
      }),
  }),
  auditDays: setting({
    variable: 'PORTOLAN_AUDIT_DAYS',
    doc: 'How long the audit log is kept; 0 for good.',
    fallback: '0',
    schema: wholeNumber(0, 36_500),
  }),
  webhookReach: setting({
    variable: 'PORTOLAN_WEBHOOK_REACH',
    doc: 'Where webhooks may call: `public` (addresses of the internet), `local` (private networks, too), `any` (this machine, too). Whoever may make a webhook sees the first bytes of the answer.',
    fallback: 'public',
    schema: z.enum(['public', 'local', 'any']),
  }),
  rateLimit: setting({
    variable: 'PORTOLAN_RATE_LIMIT',
    doc: 'API calls, and as many pages, per caller (user and token, else address) in five minutes; 0 for no limit. Files have a limit of their own.',
    fallback: '10000',
    schema: wholeNumber(0, 10_000_000),
  }),
  fileRateLimit: setting({
    variable: 'PORTOLAN_FILE_RATE_LIMIT',
    doc: 'Requests for files (downloads, git, LFS, Xet) per caller in five minutes, whatever their size; 0 for no limit.',
    fallback: '100000',
    schema: wholeNumber(0, 10_000_000),
  }),
  slowSeconds: setting({
    variable: 'PORTOLAN_SLOW_SECONDS',
    doc: 'A client that the hub waits for sends or takes at least 64 KiB in so many seconds, and the headers of a request within the same time (at most 60 seconds); else its connection is ended.',
    fallback: '120',
    schema: wholeNumber(5, 86_400),
  }),
  maxConnections: setting({
    variable: 'PORTOLAN_MAX_CONNECTIONS',
    doc: 'Connections at once to one server process; further ones are closed unheard. Each takes an open file of the system’s, two while it uploads, and 20 to 90 KiB of memory: `ulimit -n` should be twice this number.',
    fallback: '20000',
    schema: wholeNumber(10, 1_000_000),
  }),
  trustedProxies: setting({
    variable: 'PORTOLAN_TRUSTED_PROXIES',
    doc: 'How many proxies of yours stand in front. With 1, a caller is the last address in `X-Forwarded-For`; with 0 the header is not believed. It only serves counting and limits.',
    fallback: '0',
    schema: wholeNumber(0, 10),
  }),
} as const

export type ServerConfig = { readonly [K in keyof typeof settings]: z.output<(typeof settings)[K]['schema']> }

/** Some variables are set to invalid values; each line of the message names one and says why. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads the settings from an environment. @throws {ConfigError} listing every problem at once */
export function readConfig(environment: Readonly<Record<string, string | undefined>>, cwd: string): ServerConfig {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, { variable, fallback, schema }] of Object.entries(settings)) {
    const parsed = (schema as z.ZodType).safeParse(environment[variable] ?? fallback)
    if (parsed.success) values[name] = parsed.data
    else problems.push(`${variable} ${parsed.error.issues[0]?.message ?? 'is malformed'}`)
  }
  const known = new Set<string>(Object.values(settings).map(({ variable }) => variable))
  const strangers = Object.keys(environment).filter(
    (name) => name.startsWith('PORTOLAN_') && !known.has(name) && !foreign.some((prefix) => name.startsWith(prefix)),
  )
  for (const name of strangers) problems.push(`${name} is not a setting; see docs/operate/config.md`)
  if ((values['bootstrapUser'] === null) !== (values['bootstrapToken'] === null))
    problems.push('PORTOLAN_BOOTSTRAP_USER and PORTOLAN_BOOTSTRAP_TOKEN go together')
  if ((values['s3AccessKeyId'] === null) !== (values['s3SecretAccessKey'] === null))
    problems.push('PORTOLAN_S3_ACCESS_KEY_ID and PORTOLAN_S3_SECRET_ACCESS_KEY go together')
  if ((values['oidcIssuer'] === null) !== (values['oidcClientId'] === null))
    problems.push('PORTOLAN_OIDC_ISSUER and PORTOLAN_OIDC_CLIENT_ID go together')
  if (values['passwordSignIn'] === 'off' && values['oidcIssuer'] === null)
    problems.push('PORTOLAN_PASSWORD_SIGN_IN=off needs PORTOLAN_OIDC_ISSUER: else nobody could sign in')
  const backupTo = (values['backupTo'] ?? null) as string | null
  if (values['backupEveryHours'] !== 0 && backupTo === null)
    problems.push('PORTOLAN_BACKUP_EVERY_HOURS needs PORTOLAN_BACKUP_TO: where the backups go')
  const isBackupBucket = backupTo?.startsWith('s3://') === true
  if (values['s3Bucket'] === null && !isBackupBucket && (values['s3Endpoint'] ?? values['s3AccessKeyId'] ?? null) !== null)
    problems.push('PORTOLAN_S3_BUCKET is missing: the other S3 settings do nothing without it')
  const spacesHost = values['spacesHost'] as string | null
  const hubHost = values['publicUrl'] === null || values['publicUrl'] === undefined ? null : new URL(values['publicUrl'] as string).host
  if (spacesHost && hubHost !== null && (hubHost === spacesHost || hubHost.endsWith(`.${spacesHost}`)))
    problems.push('PORTOLAN_SPACES_HOST may not be the host of PORTOLAN_PUBLIC_URL, nor stand above it')
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  const dataDir = values['dataDir'] as string
  const path = (name: string) => (values[name] === null ? null : resolve(cwd, values[name] as string))
  return {
    ...(values as unknown as ServerConfig),
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(cwd, dataDir),
    backupTo: isBackupBucket ? backupTo.replace(/\/+$/, '') : path('backupTo'),
    registryDir: path('registryDir'),
    engineRuntime: path('engineRuntime'),
    inferenceFile: path('inferenceFile'),
  }
}

/** Variables of the test suite and the benchmarks, which the server does not read. */
const foreign = [
  'PORTOLAN_TEST_',
  'PORTOLAN_PROVE_',
  'PORTOLAN_PROOF_',
  'PORTOLAN_FUZZ_',
  'PORTOLAN_E2E_',
  'PORTOLAN_SHARED_',
  'PORTOLAN_BENCH_',
  'PORTOLAN_CHROMIUM',
  'PORTOLAN_PYTHON',
  'PORTOLAN_GIT',
  'PORTOLAN_INFERENCE_CLIENTS',
  'PORTOLAN_OPENSSL',
  'PORTOLAN_POSTGRES_',
  'PORTOLAN_WEB_',
]
