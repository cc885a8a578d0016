import { fileURLToPath } from 'node:url'
import type { ServerBuild } from 'react-router'
import { createServer as createVite } from 'vite'
import { readAssets } from './pages/assets.ts'
import { pageHandler } from './pages/page-handler.ts'
import type { OpenPages } from './pages/pages.ts'
import { runServer } from './run-server.ts'

/*
 * `npm run dev`: the server as it is, with pages straight from their sources. A saved page shows at once; a change of the server needs a restart.
 * Runs with `--conditions=development`: React Router comes in two builds, and pages and server must load the same one.
 */
const web = fileURLToPath(new URL('../../web/', import.meta.url))

/** What the browser loads of the pages, by Vite's names; everything else is the hub's, and Vite never sees it. */
const source = /^\/(?:@(?:vite|id|fs|react-refresh)\b|node_modules\/|app\/)/

const sources: OpenPages = async (hub, http) => {
  const vite = await createVite({
    configFile: `${web}vite.config.ts`,
    root: web,
    server: { middlewareMode: true, hmr: { server: http } },
    appType: 'custom',
  })
  const build = () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>
  return {
    handler: pageHandler(hub, build, 'development'),
    assets: await readAssets(`${web}public`),
    front: (app) => (incoming, outgoing) => {
      if (source.test(incoming.url ?? '')) vite.middlewares(incoming, outgoing, () => app(incoming, outgoing))
      else app(incoming, outgoing)
    },
    [Symbol.asyncDispose]: () => vite.close(),
  }
}

await runServer(sources)
