import { readFileSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { orgRoles } from '@portolan/contract'
import { isMailAddress } from '@portolan/hub'
import { z } from 'zod'
import { logLevels } from '../log/log-line.ts'

interface Setting<T extends z.ZodType> {
  readonly variable: `PORTOLAN_${string}`
  readonly doc: string
  /** The default, as text in the form it would have in the environment; shown in the manual. */
  readonly fallback: string
  readonly schema: T
  /** Nothing prints its value, and `<variable>_FILE` may name a file that holds it. */
  readonly secret?: true
}

function setting<T extends z.ZodType>(entry: Setting<T>): Setting<T> {
  return entry
}

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`)

const oneOf = <const T extends readonly string[]>(...values: T) => z.enum(values, `must be one of ${values.join(', ')}`)

/** 0 means no limit. */
const quota = wholeNumber(0, 1_000_000_000_000).transform((number) => number || null)

/** `hub@example.org`, or with a name: `Our Hub <hub@example.org>`. */
const sender = z.string().transform((text, context) => {
  const [, name = '', inBrackets = ''] = /^(.*?)\s*<([^<>]*)>$/.exec(text.trim()) ?? []
  const address = inBrackets === '' ? text.trim() : inBrackets
  if (address === '') return null
  if (!isMailAddress(address) || name.length > 100 || /\p{Cc}/u.test(text))
    context.addIssue({ code: 'custom', message: 'must be an address such as hub@example.org or Our Hub <hub@example.org>' })
  return { name: name.replaceAll('"', '').trim() || 'Portolan', address }
})

const url = (examples: string) =>
  z
    .string()
    .refine(
      (text) => text === '' || /^https?:\/\/[A-Za-z0-9._:[\]-]+(?:\/[A-Za-z0-9._~-]+)*\/?$/.test(text),
      `must be a URL such as ${examples}`,
    )
    .transform((text) => (text === '' ? null : text.replace(/\/$/, '')))

/** A comma-separated list. */
const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== ''),
)

/** 32 bytes each, as hex digits or in base64 of either alphabet. */
function readKeys(text: string, context: z.RefinementCtx): readonly Buffer[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  return words.map((word, i) => {
    const key = /^[0-9a-f]{64}$/i.test(word) ? Buffer.from(word, 'hex') : /^[\w+/-]{43}=?$/.test(word) ? Buffer.from(word, 'base64') : null
    const name = words.length === 1 ? 'must be' : `has ${words.length} keys, of which number ${i + 1} is not`
    if (key?.length !== 32)
      context.addIssue({ code: 'custom', message: `${name} 32 bytes as 64 hex digits or in base64 (openssl rand -base64 32)` })
    else if (new Set(key).size < 8) context.addIssue({ code: 'custom', message: `${name} random: make one with openssl rand -base64 32` })
    return key ?? Buffer.alloc(0)
  })
}

/** Every setting, defined once: its effect, format, and default. The manual (docs/operate/config.md) is generated from this list. */
export const settings = {
  port: setting({ variable: 'PORTOLAN_PORT', doc: 'The port to listen on.', fallback: '7860', schema: wholeNumber(0, 65_535) }),
  host: setting({
    variable: 'PORTOLAN_HOST',
    doc: 'The address to listen on. `0.0.0.0` makes the hub reachable from other machines; if you use it, put TLS in front of the hub.',
    fallback: '127.0.0.1',
    schema: z.string().min(1, 'must not be empty'),
  }),
  dataDir: setting({
    variable: 'PORTOLAN_DATA_DIR',
    doc: 'The folder for everything the hub stores. It must be on a local disk: SQLite is not safe on network file systems.',
    fallback: './data',
    schema: z.string().min(1, 'must not be empty'),
  }),
  databaseUrl: setting({
    variable: 'PORTOLAN_DATABASE_URL',
    secret: true,
    doc: 'A Postgres connection URL (`postgres://user:password@host/database`). Requires Postgres 15 or later with the `pg_trgm` extension. If empty, the hub uses a SQLite file in the data folder.',
    fallback: '',
    schema: z
      .string()
      .refine((text) => text === '' || /^postgres(ql)?:\/\//.test(text), 'must start with postgres:// or postgresql://')
      .refine(
        // Postgres itself has defaults for the host, so that an address without one is fine (`postgres:///hub`).
        (text) => text === '' || URL.canParse(text.replace(/^(\w+:\/\/(?:[^/?#]*@)?)(?=[/?]|$)/, '$1localhost')),
        'cannot be parsed as a URL. In the user and password, write %23 for #, %2F for /, %3F for ?, %40 for @, %3A for :, %25 for %',
      )
      .transform((text) => (text === '' ? null : text)),
  }),
  encryptionKeys: setting({
    variable: 'PORTOLAN_ENCRYPTION_KEY',
    secret: true,
    doc: 'The key that encrypts the secrets in the database (docs/operate/encryption.md): 32 random bytes as 64 hex digits or in base64, such as the output of `openssl rand -base64 32`. To change it, put the new key first and the old one after it, separated by a comma or a line break. Keep a copy outside of the hub and its backups. If empty, these secrets are stored as they are.',
    fallback: '',
    schema: z.string().transform(readKeys),
  }),
  s3Bucket: setting({
    variable: 'PORTOLAN_S3_BUCKET',
    doc: 'The bucket of an S3-compatible store that holds large files (docs/operate/storage.md). It must already exist. If empty, large files are stored in the `blobs` folder of the data folder.',
    fallback: '',
    schema: z
      .string()
      .regex(/^(?:[a-z0-9][a-z0-9._-]{1,61}[a-z0-9])?$/i, 'must be a bucket name')
      .transform((text) => text || null),
  }),
  s3Endpoint: setting({
    variable: 'PORTOLAN_S3_ENDPOINT',
    doc: 'The endpoint URL of the S3-compatible store, as reached from the hub. If empty, the hub uses Amazon S3 in `PORTOLAN_S3_REGION`.',
    fallback: '',
    schema: url('https://s3.example.org'),
  }),
  s3Region: setting({
    variable: 'PORTOLAN_S3_REGION',
    doc: 'The region of the bucket. Stores without regions accept any value.',
    fallback: 'us-east-1',
    schema: z.string().regex(/^[a-z0-9-]+$/, 'must be a region name'),
  }),
  s3AccessKeyId: setting({
    variable: 'PORTOLAN_S3_ACCESS_KEY_ID',
    secret: true,
    doc: 'The access key ID. It needs permission to list the bucket and to read, write, and delete objects in it. If empty, the AWS SDK looks up credentials itself (its own environment variables and files, or the instance role).',
    fallback: '',
    schema: z.string().transform((text) => text || null),
  }),
  s3SecretAccessKey: setting({
    variable: 'PORTOLAN_S3_SECRET_ACCESS_KEY',
    secret: true,
    doc: 'The secret access key for `PORTOLAN_S3_ACCESS_KEY_ID`.',
    fallback: '',
    schema: z.string().transform((text) => text || null),
  }),
  s3Prefix: setting({
    variable: 'PORTOLAN_S3_PREFIX',
    doc: 'A folder in the bucket for everything the hub stores, such as `hub`. If empty, the hub uses the whole bucket.',
    fallback: '',
    schema: z
      .string()
      .regex(/^(?:[\w.-]+(?:\/[\w.-]+)*\/?)?$/, 'must be a folder such as hub or team/hub')
      .transform((text) => (text === '' ? '' : `${text.replace(/\/$/, '')}/`)),
  }),
  s3PathStyle: setting({
    variable: 'PORTOLAN_S3_PATH_STYLE',
    doc: 'How the bucket is addressed: `on` puts its name in the path, `off` puts it in the host name, and `auto` uses the path if `PORTOLAN_S3_ENDPOINT` is set.',
    fallback: 'auto',
    schema: oneOf('auto', 'on', 'off'),
  }),
  s3Presign: setting({
    variable: 'PORTOLAN_S3_PRESIGN',
    doc: 'Which transfers bypass the hub and go directly between the client and the store through presigned URLs: `off`, `downloads`, `uploads` (multipart uploads only), or `both`. Anyone who has a presigned URL can use it without further authorization until it expires: after 6 hours for a download, after a day for an upload part.',
    fallback: 'off',
    schema: oneOf('off', 'downloads', 'uploads', 'both'),
  }),
  s3PublicEndpoint: setting({
    variable: 'PORTOLAN_S3_PUBLIC_ENDPOINT',
    doc: 'The endpoint URL of the store for presigned URLs, as reached from clients. If empty, the same endpoint that the hub uses.',
    fallback: '',
    schema: url('https://s3.example.org'),
  }),
  s3TimeoutSeconds: setting({
    variable: 'PORTOLAN_S3_TIMEOUT_SECONDS',
    doc: 'How long the store may stay silent, before it answers and in the middle of an answer. After that, the request fails with 503. Opening a connection may take 5 seconds at most. While the store does not respond at all, new requests fail at once (docs/operate/storage.md).',
    fallback: '60',
    schema: wholeNumber(1, 3_600),
  }),
  databaseTimeoutSeconds: setting({
    variable: 'PORTOLAN_DATABASE_TIMEOUT_SECONDS',
    doc: 'How long a single Postgres statement may take. After that, the request fails with 503 and its database connection is dropped. 0 means no limit.',
    fallback: '30',
    schema: wholeNumber(0, 3_600),
  }),
  drainSeconds: setting({
    variable: 'PORTOLAN_DRAIN_SECONDS',
    doc: 'How long the server keeps serving requests after it was asked to stop, while `/api/health/ready` returns 503 so that load balancers stop sending it traffic.',
    fallback: '0',
    schema: wholeNumber(0, 3_600),
  }),
  stopSeconds: setting({
    variable: 'PORTOLAN_STOP_SECONDS',
    doc: 'How long running requests and jobs may take to finish when the server stops. After that, they are aborted.',
    fallback: '10',
    schema: wholeNumber(0, 86_400),
  }),
  logLevel: setting({
    variable: 'PORTOLAN_LOG_LEVEL',
    doc: 'What is logged to standard error: `error`, `warn`, `info`, or `debug` (every database statement, every health check), each with everything more severe (docs/operate/monitoring.md).',
    fallback: 'info',
    schema: oneOf(...logLevels),
  }),
  logFormat: setting({
    variable: 'PORTOLAN_LOG_FORMAT',
    doc: 'The format of the log: `json` (one object per line), `text` (for people), or `auto` (text on a terminal, JSON otherwise).',
    fallback: 'auto',
    schema: oneOf('auto', 'json', 'text'),
  }),
  accessLog: setting({
    variable: 'PORTOLAN_ACCESS_LOG',
    doc: 'Which requests are logged when they end: `all`, `errors` (answers with a status of 500 or above), or `off`. Entries have the route, the path, the status, bytes, milliseconds, the account, and the address, but no query, header, or signed link.',
    fallback: 'errors',
    schema: oneOf('all', 'errors', 'off'),
  }),
  slowRequestMs: setting({
    variable: 'PORTOLAN_SLOW_REQUEST_MS',
    doc: 'A request is logged as slow when its answer does not begin within this many milliseconds after the request was received completely. 0 turns this off.',
    fallback: '10000',
    schema: wholeNumber(0, 86_400_000),
  }),
  slowQueryMs: setting({
    variable: 'PORTOLAN_SLOW_QUERY_MS',
    doc: 'A database statement is logged as slow, without its values, when it takes longer than this many milliseconds, including the wait for locks. 0 turns this off.',
    fallback: '1000',
    schema: wholeNumber(0, 86_400_000),
  }),
  otlpEndpoint: setting({
    variable: 'PORTOLAN_OTLP_ENDPOINT',
    doc: 'The base URL of an OpenTelemetry collector that receives traces as OTLP over HTTP, such as `http://localhost:4318` (docs/operate/monitoring.md). The standard variables for headers, certificates, and the service name (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_SERVICE_NAME`, …) apply, too. If empty, `OTEL_EXPORTER_OTLP_ENDPOINT` is used; if that is empty, there are no traces.',
    fallback: '',
    schema: url('http://localhost:4318'),
  }),
  traceRatio: setting({
    variable: 'PORTOLAN_TRACE_RATIO',
    doc: 'Which share of the requests is traced, from 0 to 1. A request whose `traceparent` header already carries a decision keeps it.',
    fallback: '0.1',
    schema: z
      .string()
      .regex(/^(?:0|1|[01]?\.\d{1,6})$/, 'must be a number from 0 to 1')
      .transform(Number)
      .refine((ratio) => ratio <= 1, 'must be a number from 0 to 1'),
  }),
  metricsToken: setting({
    variable: 'PORTOLAN_METRICS_TOKEN',
    secret: true,
    doc: 'The token that grants access to the Prometheus metrics at `/metrics`, sent as `Authorization: Bearer …` (docs/operate/monitoring.md). If empty, nobody has access there.',
    fallback: '',
    schema: z
      .string()
      .regex(/^(?:[\w.~+/=-]{16,200})?$/, 'must be 16 to 200 letters, digits, or any of . ~ + / = - _')
      .transform((text) => text || null),
  }),
  metricsPort: setting({
    variable: 'PORTOLAN_METRICS_PORT',
    doc: 'A separate port for metrics, which requires no token: make sure that only your monitoring can reach it. It listens on the address in `PORTOLAN_HOST`. If empty, there is no such port.',
    fallback: '',
    schema: z
      .string()
      .regex(/^\d{0,5}$/, 'must be a port number')
      .transform((text) => (text === '' ? null : Number(text)))
      .refine((port) => port === null || port <= 65_535, 'must be a port number'),
  }),
  publicUrl: setting({
    variable: 'PORTOLAN_PUBLIC_URL',
    doc: 'The URL that people and clients use to reach the hub (their value of `HF_ENDPOINT`). Set it if the hub is behind a proxy or has a public DNS name: the hub never trusts `X-Forwarded-Host` and `X-Forwarded-Proto`. If the URL has a path (`https://example.org/hub`), the proxy must pass the full path on. API clients work below a path; the web pages do not yet and need their own host. If empty, the hub uses the `Host` of each request if it is local (`localhost`, an IP address, a name without dots or in a local zone) and refuses other hosts.',
    fallback: '',
    schema: url('https://hub.example.org or https://example.org/hub'),
  }),
  hstsSeconds: setting({
    variable: 'PORTOLAN_HSTS_SECONDS',
    doc: 'If `PORTOLAN_PUBLIC_URL` starts with `https://`: for how many seconds browsers that have visited the hub refuse to reach its host without TLS (`Strict-Transport-Security`). The same host must not serve anything without TLS. Subdomains are not affected. 0 sends no such header.',
    fallback: '15552000',
    schema: wholeNumber(0, 63_072_000),
  }),
  signUp: setting({
    variable: 'PORTOLAN_SIGN_UP',
    doc: 'Who can create an account: `open` (anyone), `invite` (anyone with an invitation code from the administrator), or `closed` (nobody). The first account can always be created and becomes the administrator.',
    fallback: 'open',
    schema: oneOf('open', 'invite', 'closed'),
  }),
  signUpLimit: setting({
    variable: 'PORTOLAN_SIGN_UP_LIMIT',
    doc: 'How many accounts can be created from one IP address per hour (an IPv6 /64 counts as one address). 0 means no limit.',
    fallback: '20',
    schema: wholeNumber(0, 1_000_000),
  }),
  formerNameDays: setting({
    variable: 'PORTOLAN_FORMER_NAME_DAYS',
    doc: 'How many days the name of a deleted account or organization stays taken, so that nobody else can answer at its old addresses. An administrator can release a name earlier. 0 releases names at once.',
    fallback: '90',
    schema: wholeNumber(0, 36_500),
  }),
  sessionHours: setting({
    variable: 'PORTOLAN_SESSION_HOURS',
    doc: 'How long a browser session lasts without activity. A visit in the second half of that time, or a page that stays open, renews it.',
    fallback: '720',
    schema: wholeNumber(1, 8_760),
  }),
  bootstrapUser: setting({
    variable: 'PORTOLAN_BOOTSTRAP_USER',
    doc: 'For automation: the name of an administrator to create at startup if the account does not exist. Requires `PORTOLAN_BOOTSTRAP_TOKEN`.',
    fallback: '',
    schema: z.string().transform((text) => text || null),
  }),
  bootstrapToken: setting({
    variable: 'PORTOLAN_BOOTSTRAP_TOKEN',
    secret: true,
    doc: 'The write token of the administrator in `PORTOLAN_BOOTSTRAP_USER`: `hf_` followed by at least 20 letters and digits.',
    fallback: '',
    schema: z
      .string()
      .regex(/^(?:hf_[A-Za-z0-9]{20,200})?$/, 'must be hf_ followed by 20 to 200 letters and digits')
      .transform((text) => text || null),
  }),
  oidcIssuer: setting({
    variable: 'PORTOLAN_OIDC_ISSUER',
    doc: 'The issuer of the OpenID Connect identity provider that people sign in with, exactly as in its discovery document (docs/operate/sign-in.md). If empty, there is no identity provider.',
    fallback: '',
    schema: z
      .string()
      .refine(
        (text) =>
          text === '' ||
          (URL.canParse(text) && (text.startsWith('https://') || /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/.test(text))),
        'must be an https URL (http only for this machine)',
      )
      .transform((text) => text || null),
  }),
  oidcClientId: setting({
    variable: 'PORTOLAN_OIDC_CLIENT_ID',
    doc: 'The client ID of this hub at the identity provider. Register `{PORTOLAN_PUBLIC_URL}/sign-in/company/callback` as its redirect URI.',
    fallback: '',
    schema: z.string().transform((text) => text || null),
  }),
  oidcClientSecret: setting({
    variable: 'PORTOLAN_OIDC_CLIENT_SECRET',
    secret: true,
    doc: 'The client secret. If empty, the hub is a public client and uses PKCE only.',
    fallback: '',
    schema: z.string().transform((text) => text || null),
  }),
  oidcLabel: setting({
    variable: 'PORTOLAN_OIDC_LABEL',
    doc: 'The name of the identity provider on the button of the sign-in page.',
    fallback: 'your company account',
    schema: z.string().trim().min(1, 'must not be empty').max(60, 'must have at most 60 characters'),
  }),
  oidcScopes: setting({
    variable: 'PORTOLAN_OIDC_SCOPES',
    doc: 'The scopes that the hub requests. Some providers include groups only if you add another scope.',
    fallback: 'openid profile email',
    schema: z.string().regex(/(?:^| )openid(?: |$)/, 'must contain openid'),
  }),
  oidcDomains: setting({
    variable: 'PORTOLAN_OIDC_DOMAINS',
    doc: 'A comma-separated list of email domains that may sign in. Only addresses that the provider marks as verified (`email_verified`) count. If empty, any address may sign in.',
    fallback: '',
    schema: commaList.transform((list) => list.map((domain) => domain.toLowerCase())),
  }),
  oidcGroupsClaim: setting({
    variable: 'PORTOLAN_OIDC_GROUPS_CLAIM',
    doc: 'The claim that lists a person’s groups. For a nested claim, separate the names with dots, such as `realm_access.roles`.',
    fallback: 'groups',
    schema: z.string().min(1, 'must not be empty').max(200, 'must have at most 200 characters'),
  }),
  oidcGroups: setting({
    variable: 'PORTOLAN_OIDC_GROUPS',
    doc: 'A comma-separated list of groups that may sign in; membership in one of them is enough. If empty, no group is required.',
    fallback: '',
    schema: commaList,
  }),
  oidcOrgs: setting({
    variable: 'PORTOLAN_OIDC_ORGS',
    doc: 'A comma-separated mapping from the provider’s groups to roles in organizations of this hub: `group=organization:role`, where the role is read, contributor, write, or admin. At each sign-in, the hub grants and revokes roles accordingly in the listed organizations.',
    fallback: '',
    schema: commaList.transform((list, context) =>
      list.map((entry) => {
        const [, group = '', org = '', role = ''] = /^(.+)=([\w-]+):(\w+)$/.exec(entry) ?? []
        const known = orgRoles.find((each) => each === role)
        if (known === undefined) context.addIssue({ code: 'custom', message: 'must be a comma-separated list of group=organization:role' })
        return { group, org, role: known ?? ('read' as const) }
      }),
    ),
  }),
  oidcAccounts: setting({
    variable: 'PORTOLAN_OIDC_ACCOUNTS',
    doc: 'Who gets in through the identity provider: `create` creates an account at a person’s first sign-in; `existing` admits only people who have connected an existing account.',
    fallback: 'create',
    schema: oneOf('create', 'existing'),
  }),
  passwordSignIn: setting({
    variable: 'PORTOLAN_PASSWORD_SIGN_IN',
    doc: 'Whether people can also sign in and sign up with a password: `on` or `off`. `off` requires an identity provider. Access tokens work either way.',
    fallback: 'on',
    schema: oneOf('on', 'off'),
  }),
  smtpHost: setting({
    variable: 'PORTOLAN_SMTP_HOST',
    doc: 'The mail server (SMTP) through which the hub sends mail (docs/operate/mail.md). Requires `PORTOLAN_MAIL_FROM` and `PORTOLAN_PUBLIC_URL`. If empty, the hub sends no mail.',
    fallback: '',
    schema: z
      .string()
      .regex(/^(?:[\w.-]+|\[?[0-9a-f:.]+\]?)?$/i, 'must be a host name such as mail.example.org')
      .transform((text) => text.replace(/^\[|\]$/g, '') || null),
  }),
  smtpTls: setting({
    variable: 'PORTOLAN_SMTP_TLS',
    doc: 'How the connection to the mail server is encrypted: `starttls` (encrypted before anything is sent; a server that cannot do that is not used), `tls` (encrypted from the start), or `off` (plain text, for a mail server on this machine or a private network; a password can be sent this way only to this machine). The certificate must be valid for the host; for a private certificate authority, set `NODE_EXTRA_CA_CERTS`.',
    fallback: 'starttls',
    schema: oneOf('starttls', 'tls', 'off'),
  }),
  smtpPort: setting({
    variable: 'PORTOLAN_SMTP_PORT',
    doc: 'The port of the mail server. If empty, 587 with `starttls`, 465 with `tls`, and 25 with `off`.',
    fallback: '',
    schema: z
      .string()
      .regex(/^\d{0,5}$/, 'must be a port number')
      .transform((text) => (text === '' ? null : Number(text)))
      .refine((port) => port === null || (port > 0 && port <= 65_535), 'must be a port number'),
  }),
  smtpUser: setting({
    variable: 'PORTOLAN_SMTP_USER',
    doc: 'The user name at the mail server. If empty, the hub does not sign in there.',
    fallback: '',
    schema: z.string().transform((text) => text || null),
  }),
  smtpPassword: setting({
    variable: 'PORTOLAN_SMTP_PASSWORD',
    secret: true,
    doc: 'The password for `PORTOLAN_SMTP_USER`.',
    fallback: '',
    schema: z.string().transform((text) => text || null),
  }),
  mailFrom: setting({
    variable: 'PORTOLAN_MAIL_FROM',
    doc: 'The sender of all mail: `hub@example.org`, or with a name, `Our Hub <hub@example.org>`. The mail server must accept it, and SPF and DKIM of its domain must allow it, or mails end up as spam.',
    fallback: '',
    schema: sender,
  }),
  requireConfirmedEmail: setting({
    variable: 'PORTOLAN_REQUIRE_CONFIRMED_EMAIL',
    doc: 'Whether people may write only once they have confirmed their email address: `on` or `off`. Until then they can read, and change their own settings; creating repositories, organizations and collections, commits, pushes, uploads and discussions get 403 with `account.email_unconfirmed`. Applies to administrators, too, not to service accounts. Requires `PORTOLAN_SMTP_HOST`.',
    fallback: 'off',
    schema: oneOf('on', 'off').transform((text) => text === 'on'),
  }),
  requireSecondFactor: setting({
    variable: 'PORTOLAN_REQUIRE_SECOND_FACTOR',
    doc: 'Who must have a second factor (an authenticator app or a passkey): nobody (`off`), `administrators` of the hub, or `all`. In a browser they can do nothing else until they have set one up; access tokens go on working. Does not apply to people who sign in with the identity provider.',
    fallback: 'off',
    schema: oneOf('off', 'administrators', 'all'),
  }),
  xet: setting({
    variable: 'PORTOLAN_XET',
    doc: 'Whether clients may use Xet, which transfers and stores each chunk of content only once: `on`, `upload` (all downloads use plain HTTP), or `off`. Recent `huggingface_hub` releases upload large files only through Xet unless the user sets `HF_HUB_DISABLE_XET=1`.',
    fallback: 'on',
    schema: oneOf('on', 'upload', 'off'),
  }),
  inlineUploadMb: setting({
    variable: 'PORTOLAN_INLINE_UPLOAD_MB',
    doc: 'With `PORTOLAN_XET=off`, clients that upload large files only through Xet are told to send files up to this many MB inline in the commit. For larger files, they need `HF_HUB_DISABLE_XET=1`.',
    fallback: '100',
    schema: wholeNumber(10, 1_000),
  }),
  maxFileGb: setting({
    variable: 'PORTOLAN_MAX_FILE_GB',
    doc: 'The maximum size of a single file, in GiB.',
    fallback: '500',
    schema: wholeNumber(1, 100_000),
  }),
  userQuotaGb: setting({
    variable: 'PORTOLAN_USER_QUOTA_GB',
    doc: 'The total size in GB (10⁹ bytes) of a user’s repositories, public and private. 0 means no limit. Administrators can set a different limit for individual accounts (`/admin/storage`).',
    fallback: '0',
    schema: quota,
  }),
  orgQuotaGb: setting({
    variable: 'PORTOLAN_ORG_QUOTA_GB',
    doc: 'The total size in GB of an organization’s repositories, like `PORTOLAN_USER_QUOTA_GB`.',
    fallback: '0',
    schema: quota,
  }),
  diskReserveMb: setting({
    variable: 'PORTOLAN_DISK_RESERVE_MB',
    doc: 'Disk space in MB that is kept free for the database. When less is free, uploads, pushes and commits are refused with 507, caches are emptied, and reading and deleting go on (docs/operate/storage.md). 0 means no reserve.',
    fallback: '256',
    schema: wholeNumber(0, 1_000_000),
  }),
  cloneCacheMb: setting({
    variable: 'PORTOLAN_CLONE_CACHE_MB',
    doc: 'How much disk space (in MB) to use for caching `git clone` responses for the next clone of the same commits. The cache files are unlinked and disappear with the process. 0 disables the cache.',
    fallback: '2048',
    schema: wholeNumber(0, 100_000_000),
  }),
  gcGraceDays: setting({
    variable: 'PORTOLAN_GC_GRACE_DAYS',
    doc: 'How many days garbage collection keeps unreferenced data (deleted repositories, objects of deleted branches, uploads that were never committed) before freeing it. Until then, it can be restored (docs/operate/storage.md).',
    fallback: '7',
    schema: wholeNumber(1, 3_650),
  }),
  gcHours: setting({
    variable: 'PORTOLAN_GC_HOURS',
    doc: 'The number of hours between garbage collection runs. Any server process may start a run; only one does. 0 disables scheduled runs.',
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
    doc: 'A folder of YAML files that define your own libraries, whose snippets the pages show next to the built-in ones (docs/operate/registry.md). Read at startup and again on every change; errors at startup are reported by line and stop the server. If empty, there are none.',
    fallback: '',
    schema: z.string().transform((text) => text || null),
  }),
  engine: setting({
    variable: 'PORTOLAN_ENGINE',
    doc: 'Whether the hub runs its models on this machine with the local engine: `on` or `off` (docs/operate/engine.md). The engine must be installed with `npm run engine`.',
    fallback: 'on',
    schema: oneOf('on', 'off').transform((text) => text === 'on'),
  }),
  engineRuntime: setting({
    variable: 'PORTOLAN_ENGINE_RUNTIME',
    doc: 'The folder that contains the local engine, for machines where you copy it in instead of running `npm run engine`. If empty, `packages/engine/runtime`.',
    fallback: '',
    schema: z.string().transform((text) => text || null),
  }),
  engineMemoryMb: setting({
    variable: 'PORTOLAN_ENGINE_MEMORY_MB',
    doc: 'The memory limit of one worker process of the local engine, in MB. Weights can take up a little less than half of it; the rest is for the computation. A worker that exceeds the limit is killed.',
    fallback: '2048',
    schema: wholeNumber(300, 1_000_000),
  }),
  engineWorkers: setting({
    variable: 'PORTOLAN_ENGINE_WORKERS',
    doc: 'How many worker processes run models at once. Each handles one call at a time; they share the CPUs.',
    fallback: '2',
    schema: wholeNumber(1, 64),
  }),
  engineTimeoutSeconds: setting({
    variable: 'PORTOLAN_ENGINE_TIMEOUT_SECONDS',
    doc: 'How long one call to the local engine may take, including loading the model.',
    fallback: '120',
    schema: wholeNumber(1, 86_400),
  }),
  engineIdleSeconds: setting({
    variable: 'PORTOLAN_ENGINE_IDLE_SECONDS',
    doc: 'How long a model stays in memory without being called. A worker without loaded models exits.',
    fallback: '300',
    schema: wholeNumber(1, 86_400),
  }),
  engineQueue: setting({
    variable: 'PORTOLAN_ENGINE_QUEUE',
    doc: 'How many calls may wait for a worker. Further calls get a 429 response.',
    fallback: '32',
    schema: wholeNumber(0, 10_000),
  }),
  engineCacheMb: setting({
    variable: 'PORTOLAN_ENGINE_CACHE_MB',
    doc: 'The maximum size of the model cache for workers (the `engine` folder of the data folder), in MB. Large files in it are links to the stored files and take up no extra space.',
    fallback: '20480',
    schema: wholeNumber(0, 100_000_000),
  }),
  spacesHost: setting({
    variable: 'PORTOLAN_SPACES_HOST',
    doc: 'A host whose subdomains all point to this hub (`spaces.example.org`, with the port if it is not the default). Each static Space is served from its own subdomain, so it has its own origin with storage and root-relative URLs. Use a domain unrelated to the hub’s: a page on the same domain could set cookies for both. If empty, Spaces are served from a path of the hub, in a sandbox without an origin.',
    fallback: '',
    schema: z
      .string()
      .refine(
        (text) => text === '' || /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d+)?$/.test(text),
        'must be a lowercase host such as spaces.example.org',
      )
      .transform((text) => text || null),
  }),
  previewMemoryMb: setting({
    variable: 'PORTOLAN_PREVIEW_MEMORY_MB',
    doc: 'The memory limit, in MB, of one process that reads dataset files for previews. A process that exceeds it is killed, and the page shows an error.',
    fallback: '768',
    schema: wholeNumber(300, 100_000),
  }),
  previewTimeoutSeconds: setting({
    variable: 'PORTOLAN_PREVIEW_TIMEOUT_SECONDS',
    doc: 'How long reading files for one preview may take.',
    fallback: '20',
    schema: wholeNumber(1, 3_600),
  }),
  previewWorkers: setting({
    variable: 'PORTOLAN_PREVIEW_WORKERS',
    doc: 'How many processes read files for previews at once. Further previews wait.',
    fallback: '2',
    schema: wholeNumber(1, 64),
  }),
  inferenceFile: setting({
    variable: 'PORTOLAN_INFERENCE_FILE',
    doc: 'A YAML file that lists the upstreams that serve models of this hub: OpenAI-compatible servers and hosted providers (docs/operate/inference.md). Read at startup and again on every change; errors at startup are reported by line and stop the server. If empty, there are none.',
    fallback: '',
    schema: z.string().transform((text) => text || null),
  }),
  inferenceAnonymous: setting({
    variable: 'PORTOLAN_INFERENCE_ANONYMOUS',
    doc: 'Whether anonymous callers may call models: `off`, or `public` for models that everyone can read. Anonymous callers share one quota.',
    fallback: 'off',
    schema: oneOf('off', 'public'),
  }),
  inferenceRequestsPerDay: setting({
    variable: 'PORTOLAN_INFERENCE_REQUESTS_PER_DAY',
    doc: 'Model calls per account (the user, or the organization in `X-HF-Bill-To`) per UTC day. 0 means no limit.',
    fallback: '0',
    schema: quota,
  }),
  inferenceTokensPerDay: setting({
    variable: 'PORTOLAN_INFERENCE_TOKENS_PER_DAY',
    doc: 'Input and output tokens per account per UTC day. 0 means no limit. A running call is not cut off.',
    fallback: '0',
    schema: quota,
  }),
  embeddingModel: setting({
    variable: 'PORTOLAN_EMBEDDING_MODEL',
    doc: 'The model of this hub that computes embeddings of model cards, for semantic search and similar models: `owner/name`, `owner/name@revision`, `auto` (the oldest public model for sentence similarity or feature extraction that the local engine can run), or `off`.',
    fallback: 'auto',
    schema: z
      .string()
      .regex(/^(?:auto|off|[\w.-]+\/[\w.-]+(?:@[^@\s]+)?)$/, 'must be auto, off, owner/name, or owner/name@revision')
      .transform((text) => {
        if (text === 'auto' || text === 'off') return text
        const [repo = '', revision = null] = text.split('@')
        return { repo, revision }
      }),
  }),
  auditDays: setting({
    variable: 'PORTOLAN_AUDIT_DAYS',
    doc: 'How many days audit log entries are kept. 0 keeps them forever.',
    fallback: '0',
    schema: wholeNumber(0, 36_500),
  }),
  webhookReach: setting({
    variable: 'PORTOLAN_WEBHOOK_REACH',
    doc: 'Which addresses webhooks can reach, and the hub when it fetches pictures of other hosts (`PORTOLAN_PICTURES`): `public` (the internet), `local` (also private networks), or `any` (also this machine). Anyone who can create a webhook sees the first bytes of the responses.',
    fallback: 'public',
    schema: oneOf('public', 'local', 'any'),
  }),
  pictures: setting({
    variable: 'PORTOLAN_PICTURES',
    doc: 'How pictures of other hosts in cards and comments are shown: `proxy` (the hub fetches them, so that these hosts do not learn who looks at a page), `direct` (browsers load them, also videos and sounds), or `off` (as links). With `proxy` and `off`, videos and sounds of other hosts are links.',
    fallback: 'proxy',
    schema: oneOf('proxy', 'direct', 'off'),
  }),
  pictureMb: setting({
    variable: 'PORTOLAN_PICTURE_MB',
    doc: 'The largest picture that the hub fetches from another host, in MiB.',
    fallback: '10',
    schema: wholeNumber(1, 100),
  }),
  pictureCacheMb: setting({
    variable: 'PORTOLAN_PICTURE_CACHE_MB',
    doc: 'How much disk space (in MiB) copies of these pictures may take. They are kept for a day, at most until the server stops. 0 keeps none.',
    fallback: '512',
    schema: wholeNumber(0, 1_000_000),
  }),
  rateLimit: setting({
    variable: 'PORTOLAN_RATE_LIMIT',
    doc: 'API requests, and separately page views, per caller (user and token, or else IP address) in five minutes. 0 means no limit. Files have a separate limit.',
    fallback: '10000',
    schema: wholeNumber(0, 10_000_000),
  }),
  fileRateLimit: setting({
    variable: 'PORTOLAN_FILE_RATE_LIMIT',
    doc: 'File requests (downloads, git, LFS, Xet) per caller in five minutes, regardless of file size. 0 means no limit.',
    fallback: '100000',
    schema: wholeNumber(0, 10_000_000),
  }),
  slowSeconds: setting({
    variable: 'PORTOLAN_SLOW_SECONDS',
    doc: 'The time in which a client must send or receive at least 64 KiB while the hub waits for it, and within which it must send the request headers (at most 60 seconds). Slower connections are closed.',
    fallback: '120',
    schema: wholeNumber(5, 86_400),
  }),
  maxConnections: setting({
    variable: 'PORTOLAN_MAX_CONNECTIONS',
    doc: 'The maximum number of concurrent connections to one server process. Further connections are closed immediately. Each connection uses one file descriptor (two during an upload) and 20 to 90 KiB of memory, so set `ulimit -n` to twice this number.',
    fallback: '20000',
    schema: wholeNumber(10, 1_000_000),
  }),
  trustedProxies: setting({
    variable: 'PORTOLAN_TRUSTED_PROXIES',
    doc: 'How many of your own proxies are in front of the hub. With 1, the caller’s address is the last one in `X-Forwarded-For`; with 0, the header is ignored. The address is used only for counting and rate limits.',
    fallback: '0',
    schema: wholeNumber(0, 10),
  }),
} as const

export type ServerConfig = { readonly [K in keyof typeof settings]: z.output<(typeof settings)[K]['schema']> }

/** Some variables are set to invalid values; each line of the message names one and says why. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const secretVariables = Object.values<Setting<z.ZodType>>(settings)
  .filter(({ secret }) => secret === true)
  .map(({ variable }) => variable)

/**
 * The values of secrets that are given as files, the way systemd, Docker and Kubernetes hand them out: an environment is visible to every
 * child process and in crash reports.
 */
function secretsFromFiles(
  environment: Readonly<Record<string, string | undefined>>,
  cwd: string,
  problems: string[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const variable of secretVariables) {
    const file = environment[`${variable}_FILE`] ?? ''
    if (file === '') continue
    if ((environment[variable] ?? '') !== '') problems.push(`${variable} and ${variable}_FILE exclude each other: remove one`)
    try {
      // Editors and `echo` end a file with a line break.
      found.set(variable, readFileSync(resolve(cwd, file), 'utf8').replace(/\r?\n$/, ''))
    } catch (error) {
      problems.push(`${variable}_FILE cannot be read: ${(error as Error).message}`)
    }
  }
  return found
}

/** Every text in these settings that must not be printed. */
export function secretsOf(config: ServerConfig): string[] {
  const { databaseUrl, s3SecretAccessKey, metricsToken, bootstrapToken, oidcClientSecret, smtpPassword } = config
  const texts = [databaseUrl, s3SecretAccessKey, metricsToken, bootstrapToken, oidcClientSecret, smtpPassword]
  const password = /^\w+:\/\/[^/?#]*?:([^@]*)@/.exec(databaseUrl ?? '')?.[1] ?? ''
  const keys = config.encryptionKeys.flatMap((key) => [key.toString('hex'), key.toString('base64'), key.toString('base64url')])
  return [...texts, ...keys, password, decodeURIComponent(password)].filter((text): text is string => text !== null && text !== '')
}

/** Reads the settings from an environment. @throws {ConfigError} listing every problem at once */
export function readConfig(environment: Readonly<Record<string, string | undefined>>, cwd: string): ServerConfig {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  const secrets = secretsFromFiles(environment, cwd, problems)
  for (const [name, { variable, fallback, schema }] of Object.entries(settings)) {
    const parsed = (schema as z.ZodType).safeParse(secrets.get(variable) ?? environment[variable] ?? fallback)
    if (parsed.success) values[name] = parsed.data
    else problems.push(`${variable} ${parsed.error.issues[0]?.message ?? 'is invalid'}`)
  }
  const known = new Set<string>([
    ...Object.values(settings).map(({ variable }) => variable),
    ...secretVariables.map((name) => `${name}_FILE`),
  ])
  const strangers = Object.keys(environment).filter(
    (name) => name.startsWith('PORTOLAN_') && !known.has(name) && !foreign.some((prefix) => name.startsWith(prefix)),
  )
  for (const name of strangers) problems.push(`${name} is not a setting; see docs/operate/config.md`)
  if (values['port'] !== 0 && values['port'] === values['metricsPort'])
    problems.push(
      'PORTOLAN_METRICS_PORT must differ from PORTOLAN_PORT; the metrics are also at /metrics of the hub, with PORTOLAN_METRICS_TOKEN',
    )
  if ((values['bootstrapUser'] === null) !== (values['bootstrapToken'] === null))
    problems.push('PORTOLAN_BOOTSTRAP_USER and PORTOLAN_BOOTSTRAP_TOKEN must be set together')
  if ((values['s3AccessKeyId'] === null) !== (values['s3SecretAccessKey'] === null))
    problems.push('PORTOLAN_S3_ACCESS_KEY_ID and PORTOLAN_S3_SECRET_ACCESS_KEY must be set together')
  if ((values['oidcIssuer'] === null) !== (values['oidcClientId'] === null))
    problems.push('PORTOLAN_OIDC_ISSUER and PORTOLAN_OIDC_CLIENT_ID must be set together')
  if (values['passwordSignIn'] === 'off' && values['oidcIssuer'] === null)
    problems.push('PORTOLAN_PASSWORD_SIGN_IN=off requires PORTOLAN_OIDC_ISSUER; otherwise nobody could sign in')
  problems.push(...mailProblems(values))
  const backupTo = (values['backupTo'] ?? null) as string | null
  if (values['backupEveryHours'] !== 0 && backupTo === null)
    problems.push('PORTOLAN_BACKUP_EVERY_HOURS requires PORTOLAN_BACKUP_TO, the destination of the backups')
  const isBackupBucket = backupTo?.startsWith('s3://') === true
  if (values['s3Bucket'] === null && !isBackupBucket && (values['s3Endpoint'] ?? values['s3AccessKeyId'] ?? null) !== null)
    problems.push('PORTOLAN_S3_BUCKET is missing; the other S3 settings have no effect without it')
  const spacesHost = values['spacesHost'] as string | null
  const hubHost = values['publicUrl'] === null || values['publicUrl'] === undefined ? null : new URL(values['publicUrl'] as string).host
  if (spacesHost && hubHost !== null && (hubHost === spacesHost || hubHost.endsWith(`.${spacesHost}`)))
    problems.push('PORTOLAN_SPACES_HOST must not be the host of PORTOLAN_PUBLIC_URL or a parent domain of it')
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  const dataDir = values['dataDir'] as string
  const path = (name: string) => (values[name] === null ? null : resolve(cwd, values[name] as string))
  return {
    ...(values as unknown as ServerConfig),
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(cwd, dataDir),
    backupTo: isBackupBucket ? backupTo.replace(/(?<!\/)\/+$/, '') : path('backupTo'),
    registryDir: path('registryDir'),
    engineRuntime: path('engineRuntime'),
    inferenceFile: path('inferenceFile'),
  }
}

/** Settings of mail that do not go together. */
function mailProblems(values: Readonly<Record<string, unknown>>): string[] {
  const { smtpHost = null, smtpUser = null, smtpPassword = null, mailFrom = null, publicUrl = null, smtpTls } = values
  const problems: string[] = []
  if (smtpHost === null) {
    if ((smtpUser ?? smtpPassword ?? mailFrom) !== null)
      problems.push('PORTOLAN_SMTP_HOST is missing; the other mail settings have no effect without it')
    if (values['requireConfirmedEmail'] === true)
      problems.push('PORTOLAN_REQUIRE_CONFIRMED_EMAIL=on requires PORTOLAN_SMTP_HOST: without mail, nobody can confirm an address')
    return problems
  }
  if (mailFrom === null) problems.push('PORTOLAN_SMTP_HOST requires PORTOLAN_MAIL_FROM, the sender of the mails')
  if (publicUrl === null) problems.push('PORTOLAN_SMTP_HOST requires PORTOLAN_PUBLIC_URL, which the links in mails lead to')
  if ((smtpUser === null) !== (smtpPassword === null)) problems.push('PORTOLAN_SMTP_USER and PORTOLAN_SMTP_PASSWORD must be set together')
  const isHere = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/.test(smtpHost as string)
  if (smtpTls === 'off' && smtpPassword !== null && !isHere)
    problems.push('PORTOLAN_SMTP_TLS=off would send PORTOLAN_SMTP_PASSWORD unencrypted: use starttls or tls')
  return problems
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
