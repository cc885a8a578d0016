import type { Hub } from '@portolan/hub'
import { Hono } from 'hono'
import type { Env } from '../env.ts'

const message = `This hub does not speak git over HTTP yet.
Download with:  hf download OWNER/NAME
Upload with:    hf upload OWNER/NAME ./folder
`

/** Where git looks for a repo. Plain text: git shows it to its user. The same for every name, whether it exists or not. */
export function gitRoutes(_hub: Hub): Hono<Env> {
  const routes = new Hono<Env>()
  for (const prefix of ['', '/datasets', '/spaces']) {
    routes.all(`${prefix}/:owner/:name/info/refs`, (c) => c.text(message, 501))
    routes.all(`${prefix}/:owner/:name/:service{git-(?:upload|receive)-pack}`, (c) => c.text(message, 501))
  }
  return routes
}
