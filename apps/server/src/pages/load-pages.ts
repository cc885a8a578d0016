import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Hub } from '@portolan/hub'
import type { ServerBuild } from 'react-router'
import { readAssets } from './assets.ts'
import type { Pages } from './pages.ts'

/** Where `npm run build` puts the pages. */
export const webBuild = new URL('../../../web/build/', import.meta.url)

/** The built pages and their assets. Without a build the hub serves its API, and every page explains how to create one. */
export async function loadPages(hub: Hub, build: URL = webBuild): Promise<Pages> {
  const alike = { front: null, [Symbol.asyncDispose]: async () => {} }
  if (!existsSync(new URL('server/index.js', build))) {
    hub.log.warn('the pages are not built, serving only the API; build them with npm run build')
    return { handler: (c) => Promise.resolve(c.text('The pages are not built. Run: npm run build\n', 503)), assets: null, ...alike }
  }
  const { pageHandler } = await import('./page-handler.ts')
  const server = (await import(new URL('server/index.js', build).href)) as ServerBuild
  return { handler: pageHandler(hub, server, 'production'), assets: await readAssets(fileURLToPath(new URL('client/', build))), ...alike }
}
