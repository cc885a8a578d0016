import { fileURLToPath } from 'node:url'
import type { ServerBuild } from 'react-router'
import { createServer as createVite } from 'vite'
import { readAssets } from './pages/assets.ts'
import { pageHandler } from './pages/page-handler.ts'
import type { OpenPages } from './pages/pages.ts'
import { runServer } from './run-server.ts'

/*
 * `npm run dev`: the regular server, with pages served straight from source. A saved page shows up at once; a server change needs a restart.
 * Runs with `--conditions=development`: React Router ships two builds, and the pages and the server must load the same one.
 */
const web = fileURLToPath(new URL('../../web/', import.meta.url))

/** Browser requests for page sources, by Vite's URL patterns; everything else belongs to the hub and never reaches Vite. */
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
