import type { Hub } from '@portolan/hub'
import { HubError } from '@portolan/contract'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Env } from './env.ts'
import { errorResponse } from './http/error-response.ts'
import { actor } from './middleware/actor.ts'
import { compress } from './middleware/compress.ts'
import { cors } from './middleware/cors.ts'
import { origin } from './middleware/origin.ts'
import { rateLimit } from './middleware/rate-limit.ts'
import { requestId } from './middleware/request-id.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { accountRoutes } from './routes/api/accounts.ts'
import { catalogueRoutes } from './routes/api/catalogue.ts'
import { commitRoutes } from './routes/api/commit.ts'
import { listingRoutes } from './routes/api/listings.ts'
import { preuploadRoutes } from './routes/api/preupload.ts'
import { refRoutes } from './routes/api/refs.ts'
import { repoInfoRoutes } from './routes/api/repo-info.ts'
import { repoRoutes } from './routes/api/repos.ts'
import { treeRoutes } from './routes/api/tree.ts'
import { avatarRoutes } from './routes/avatars.ts'
import { lfsRoutes } from './routes/lfs.ts'
import { resolveRoutes } from './routes/resolve.ts'

export interface AppOptions {
  /** For requests that name no usable host. */
  readonly fallbackOrigin?: string
  /** API calls per caller in five minutes; 0 for no limit. */
  readonly rateLimit?: number
  /** Answers whatever is not API, files or assets: the pages. */
  readonly pages?: MiddlewareHandler<Env>
}

/** The whole HTTP surface: order of middlewares, routes, the error handler. Tests call `createApp(hub).request(…)`. */
export function createApp(hub: Hub, options: AppOptions = {}): Hono<Env> {
  const app = new Hono<Env>()
  app.onError((error, c) => errorResponse(error, c, hub))
  app.use(requestId(), securityHeaders(), origin(hub.config.publicUrl, options.fallbackOrigin ?? 'http://localhost:7860'))
  app.get('/api/health', (c) => c.json({ status: 'ok' }))

  for (const path of [
    '/api/*',
    '/lfs/*',
    '/:owner/:name/:verb{(?:resolve|raw)}/*',
    '/:kind{(?:datasets|spaces)}/:owner/:name/:verb{(?:resolve|raw)}/*',
    '/:owner/:name/info/lfs/*',
    '/:kind{(?:datasets|spaces)}/:owner/:name/info/lfs/*',
  ])
    app.use(path, cors())
  app.use(actor(hub))
  app.use('/api/*', rateLimit(options.rateLimit ?? 0))
  app.use('/api/*', compress())

  for (const routes of [
    catalogueRoutes,
    listingRoutes,
    accountRoutes,
    repoRoutes,
    refRoutes,
    treeRoutes,
    repoInfoRoutes,
    preuploadRoutes,
    commitRoutes,
  ])
    app.route('/', routes(hub))
  app.route('/', avatarRoutes())
  app.route('/', lfsRoutes(hub))
  app.route('/', resolveRoutes(hub))
  app.all('/api/*', () => {
    throw new HubError('route.not_found')
  })
  if (options.pages) app.use(compress(), options.pages)
  app.notFound(() => {
    throw new HubError('route.not_found')
  })
  return app
}
