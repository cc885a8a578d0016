import { existsSync } from 'node:fs'
import type { Hub } from '@portolan/hub'
import type { MiddlewareHandler } from 'hono'
import type { Env } from './env.ts'

const build = new URL('../../web/build/', import.meta.url)

/** The built pages; without a build the hub serves its API only and says so. */
export async function loadPages(hub: Hub): Promise<MiddlewareHandler<Env>> {
  if (!existsSync(new URL('server/index.js', build))) {
    hub.log.warn('the pages are not built: only the API is served (npm run build)')
    return (c) => Promise.resolve(c.text('The pages are not built. Run: npm run build\n', 503))
  }
  const { servePages } = await import('./serve-pages.ts')
  return servePages(hub, build)
}
