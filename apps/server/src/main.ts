import { loadPages } from './pages/load-pages.ts'
import { runServer } from './run-server.ts'

// React's server renderer chooses its build by this when the pages are first imported: another value halves its speed.
process.env['NODE_ENV'] ??= 'production'

await runServer((hub) => loadPages(hub))
