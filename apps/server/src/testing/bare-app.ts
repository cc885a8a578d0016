import type { Hub } from '@portolan/hub'
import { Health } from '../http/health.ts'
import { RequestWatch } from '../http/request-watch.ts'
import { type AppOptions, createApp } from '../app.ts'

/** The app for a hub that a test opened itself: no pages, no limits, no external services, and no live streams. */
export function bareApp(hub: Hub, options: Partial<AppOptions> = {}): ReturnType<typeof createApp> {
  return createApp(hub, {
    rateLimit: 0,
    fileRateLimit: 0,
    trustedProxies: 0,
    hstsSeconds: 0,
    live: null as never,
    requests: new RequestWatch([]),
    metrics: null,
    health: new Health(hub),
    company: null,
    pages: null,
    assets: null,
    ...options,
  })
}
