import type { Hub } from '@portolan/hub'
import { HubError } from '@portolan/contract'
import { Hono, type MiddlewareHandler } from 'hono'
import { getPath } from 'hono/utils/url'
import type { Env } from './env.ts'
import type { LiveStreams } from './live/live-streams.ts'
import { errorResponse } from './http/error-response.ts'
import { gitErrorResponse, isGitWire } from './http/git-error.ts'
import { belowPrefix } from './http/raw-path.ts'
import type { RequestWatch } from './http/request-watch.ts'
import { repoPrefixes } from './http/repo-params.ts'
import { actor, refuse, refuseOtherSites } from './middleware/actor.ts'
import { audited } from './middleware/audited.ts'
import { boundedPath } from './middleware/bounded-path.ts'
import { callerAddress } from './middleware/caller-address.ts'
import { compress } from './middleware/compress.ts'
import { cors } from './middleware/cors.ts'
import { origin } from './middleware/origin.ts'
import { plainNotFound } from './middleware/plain-not-found.ts'
import { forPaths, isFilePath, isPatchPath, rateLimit } from './middleware/rate-limit.ts'
import { renewSessions } from './middleware/renew-session.ts'
import { requestId } from './middleware/request-id.ts'
import { spaceHosts } from './middleware/space-hosts.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { accessRequestRoutes } from './routes/api/access-requests.ts'
import { adminRoutes } from './routes/api/admin.ts'
import { accountDeletionRoutes } from './routes/api/account-deletion.ts'
import { accountRoutes } from './routes/api/accounts.ts'
import { catalogRoutes } from './routes/api/catalog.ts'
import { collectionRoutes } from './routes/api/collections.ts'
import { companySignInRoutes } from './routes/company-sign-in.ts'
import type { CompanySignIn } from './sign-in/company-sign-in.ts'
import { commitRoutes } from './routes/api/commit.ts'
import { discussionRoutes } from './routes/api/discussions.ts'
import { inferenceSnippetRoutes } from './routes/api/inference-snippets.ts'
import { compareRoutes } from './routes/api/compare.ts'
import { eventRoutes } from './routes/api/events.ts'
import { historyRoutes } from './routes/api/history.ts'
import { notOfferedRoutes } from './routes/api/not-offered.ts'
import { likeRoutes } from './routes/api/likes.ts'
import { listingRoutes } from './routes/api/listings.ts'
import { previewRoutes } from './routes/api/preview.ts'
import { pictureRoutes } from './routes/api/pictures.ts'
import { preuploadRoutes } from './routes/api/preupload.ts'
import { refRoutes } from './routes/api/refs.ts'
import { peopleRoutes } from './routes/api/people.ts'
import { repoInfoRoutes } from './routes/api/repo-info.ts'
import { robotRoutes } from './routes/api/robots.ts'
import { repoRoutes } from './routes/api/repos.ts'
import { sessionRoutes } from './routes/api/session.ts'
import { semanticRoutes } from './routes/api/semantic.ts'
import { snippetRoutes } from './routes/api/snippets.ts'
import { sshKeyRoutes } from './routes/api/ssh-keys.ts'
import { spaceRoutes } from './routes/api/spaces.ts'
import { quotaRoutes, storageRoutes } from './routes/api/storage.ts'
import { treeRoutes } from './routes/api/tree.ts'
import { webhookRoutes } from './routes/api/webhooks.ts'
import { whoamiRoutes } from './routes/api/whoami.ts'
import { xetTokenRoutes } from './routes/api/xet-token.ts'
import { askAccessRoutes } from './routes/ask-access.ts'
import { auditRoutes } from './routes/api/audit.ts'
import { avatarRoutes } from './routes/avatars.ts'
import { gitRoutes } from './routes/git/index.ts'
import { hfInferenceRoutes } from './routes/inference/hf-inference.ts'
import { openAiRoutes } from './routes/inference/openai.ts'
import { forUpstreams, providerRoute, upstreamPath } from './routes/inference/provider.ts'
import { inferenceUsageRoutes } from './routes/inference/usage.ts'
import { legacyIdRoutes } from './routes/legacy-ids.ts'
import { lfsRoutes } from './routes/lfs.ts'
import { patchRoutes } from './routes/patches.ts'
import { notificationRoutes } from './routes/api/notifications.ts'
import { oauthRoutes } from './routes/oauth.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Health } from './http/health.ts'
import { openApiRoute } from './openapi/openapi-route.ts'
import { resolveRoutes } from './routes/resolve.ts'
import { spaceSiteRoutes } from './routes/space-sites.ts'
import { wellKnownRoutes } from './routes/well-known.ts'
import { xetRoutes } from './routes/xet.ts'

/** No option is optional, so a server that forgets one does not compile. */
export interface AppOptions {
  /** API calls, and separately page requests, allowed per caller in five minutes; 0 for no limit. */
  readonly rateLimit: number
  /** File requests (downloads, git, LFS, Xet) allowed per caller in five minutes; 0 for no limit. */
  readonly fileRateLimit: number
  /** The number of our own proxies in front of the server; they supply the caller's address. */
  readonly trustedProxies: number
  /** For how long browsers use https only, in seconds, when the public URL is https; 0 for not at all. */
  readonly hstsSeconds: number
  /** The event streams. */
  readonly live: LiveStreams
  /** Follows requests for metrics and logs. */
  readonly requests: RequestWatch
  /** The Prometheus metrics; `null` when nobody may read them. */
  readonly metrics: Metrics | null
  readonly health: Health
  /** The company's identity provider, if there is one. */
  readonly company: CompanySignIn | null
  /** Serves the pages: every request that is not for the API, files, or assets. */
  readonly pages: MiddlewareHandler<Env> | null
  /** Serves files from the page build; calls `next` for everything else. */
  readonly assets: MiddlewareHandler<Env> | null
}

/** Paths that pages of other origins may call. */
const crossOrigin = [
  '/api/*',
  '/v1/*',
  '/hf-inference/*',
  '/lfs/*',
  '/xet/*',
  '/.well-known/*',
  '/oauth/:call{(?:token|userinfo|revoke|jwks|device)}',
  '/:name/:verb{(?:resolve|raw)}/*',
  ...repoPrefixes.flatMap(([prefix]) => [`${prefix}/:owner/:name/:verb{(?:resolve|raw)}/*`, `${prefix}/:owner/:name/info/lfs/*`]),
]

const apiRoutes = [
  // Must precede the routes below /v1, since one of its calls is under /v1.
  xetRoutes,
  openAiRoutes,
  hfInferenceRoutes,
  inferenceUsageRoutes,
  notOfferedRoutes,
  catalogRoutes,
  semanticRoutes,
  snippetRoutes,
  inferenceSnippetRoutes,
  spaceRoutes,
  listingRoutes,
  whoamiRoutes,
  sessionRoutes,
  accountRoutes,
  robotRoutes,
  peopleRoutes,
  adminRoutes,
  accountDeletionRoutes,
  sshKeyRoutes,
  storageRoutes,
  quotaRoutes,
  likeRoutes,
  discussionRoutes,
  notificationRoutes,
  accessRequestRoutes,
  collectionRoutes,
  askAccessRoutes,
  repoRoutes,
  refRoutes,
  historyRoutes,
  webhookRoutes,
  auditRoutes,
  oauthRoutes,
  wellKnownRoutes,
  treeRoutes,
  compareRoutes,
  previewRoutes,
  pictureRoutes,
  repoInfoRoutes,
  preuploadRoutes,
  commitRoutes,
  lfsRoutes,
  xetTokenRoutes,
  spaceSiteRoutes,
  resolveRoutes,
  patchRoutes,
  gitRoutes,
  legacyIdRoutes,
]

/** The complete HTTP surface: middleware order, routes, and the error handler. */
export function createApp(
  hub: Hub,
  { rateLimit: limit, fileRateLimit, trustedProxies, hstsSeconds, live, health, requests, metrics, company, pages, assets }: AppOptions,
): Hono<Env> {
  const app = new Hono<Env>({ getPath: pathBelow(hub.config.publicUrl) })
  app.onError((error, c) => (isGitWire(c.req.path) ? gitErrorResponse(error, c, hub) : errorResponse(error, c, hub)))
  // First: every answer has a request id, and every request is followed to its end.
  app.use(requestId(), requests.middleware)
  const { spacesHost, publicUrl } = hub.config
  app.use(callerAddress(trustedProxies), boundedPath())
  // Clients know this rate limit by the name `resolvers`.
  const files = rateLimit(hub, 'resolvers', fileRateLimit)
  if (spacesHost !== null) app.use(spaceHosts(hub, spacesHost, publicUrl, files))
  // These set their headers before calling `next`, because file responses pick up the headers at that point.
  app.use(securityHeaders({ publicUrl, hstsSeconds }))
  for (const path of crossOrigin) app.use(path, cors())
  app.use(upstreamPath, forUpstreams(hub, cors()))
  app.use(origin(hub.config.publicUrl), audited())
  app.route('/', health.routes)
  if (metrics?.routes) app.route('/', metrics.routes)
  if (assets !== null) app.use(assets)
  app.use(actor(hub))
  const api = rateLimit(hub, 'api', limit)
  // One page may have many pictures of other hosts.
  app.use(forPaths((path) => path.startsWith('/api/') && !path.startsWith('/api/pictures/'), api))
  app.use('/api/pictures/*', rateLimit(hub, 'pictures', fileRateLimit))
  app.use(forPaths(isPatchPath, api))
  app.use(forPaths(isFilePath, files))
  app.use('/oauth/*', rateLimit(hub, 'oauth', limit))
  app.use('/sign-in/company/*', rateLimit(hub, 'sign-in', limit))
  const calls = rateLimit(hub, 'inference', limit)
  for (const path of ['/v1/*', '/hf-inference/*']) app.use(path, calls)
  app.use(upstreamPath, forUpstreams(hub, calls))
  app.use(refuse())
  app.use('/api/*', compress())

  app.use(upstreamPath, providerRoute(hub))
  for (const routes of apiRoutes) app.route('/', routes(hub))
  app.route(
    '/',
    openApiRoute(() => app.routes),
  )
  app.route('/', eventRoutes(hub, live))
  app.route('/', avatarRoutes(hub))
  app.route('/', companySignInRoutes(hub, company))
  // Programs call these paths and should not get an HTML page.
  for (const path of ['/api/*', '/lfs/*', '/xet/*', '/oauth/*', '/.well-known/*']) {
    app.all(path, async (c, next) => {
      if (!isAuthorizePage(c.req.path)) throw new HubError('route.not_found')
      await next()
    })
  }
  if (pages !== null) app.use(rateLimit(hub, 'pages', limit), refuseOtherSites(), compress(), renewSessions(hub), plainNotFound(hub), pages)
  app.notFound(() => {
    throw new HubError('route.not_found')
  })
  return app
}

/** True for the one address below `/oauth` that users open in a browser, and its data. */
function isAuthorizePage(path: string): boolean {
  return path === '/oauth/authorize' || path === '/oauth/authorize.data'
}

/**
 * Some programs request the discovery document at the root of the host, whatever the hub's prefix; others append the
 * prefix (RFC 8414, 3.1). A proxy may forward both.
 */
function wellKnownPath(path: string, basePath: string): string | null {
  const [, name, rest] = /^\/\.well-known\/(openid-configuration|oauth-authorization-server)(\/.*)?$/.exec(path) ?? []
  return name !== undefined && (rest === undefined || rest === basePath) ? `/.well-known/${name}` : null
}

/**
 * With a public address like `https://example.org/hub`, routes are matched below `/hub`; other paths match no route, except `/api/health` and the
 * discovery documents.
 */
function pathBelow(publicUrl: string | null): (request: Request) => string {
  const basePath = publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/(?<!\/)\/+$/, '')
  return (request) => {
    const path = getPath(request)
    return belowPrefix(path, basePath) ?? (path === '/api/health' ? path : wellKnownPath(path, basePath)) ?? '/api/outside-the-hub'
  }
}
