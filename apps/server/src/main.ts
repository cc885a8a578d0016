import { loadPages } from './pages/load-pages.ts'
import { runServer } from './run-server.ts'

// React's server renderer picks its build from NODE_ENV when the pages are first imported; any other value halves its speed.
process.env['NODE_ENV'] ??= 'production'

await runServer((hub) => loadPages(hub))
