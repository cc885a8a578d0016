import { HubError } from '@portolan/contract'
import type { Hub } from '@portolan/hub'
import { type Context, Hono } from 'hono'
import type { Env } from '../env.ts'
import { apiKind, repoPrefixes } from '../http/repo-params.ts'

const verbs = [
  'revision',
  'tree',
  'paths-info',
  'refs',
  'commits',
  'preupload',
  'commit',
  'branch',
  'tag',
  'auth-check',
  'likers',
  'settings',
]

/**
 * Ids of one segment, such as `gpt2`. This hub has none, and clients need the error code for a missing repo: `HfFileSystem` tries every
 * name that way, and does not treat a missing route as a missing repo. Mounted after all other routes.
 */
export function legacyIdRoutes(_hub: Hub): Hono<Env> {
  const routes = new Hono<Env>()
  const kind = `${apiKind}/:name`
  for (const path of [kind, `${kind}/:verb{(?:${verbs.join('|')})}`, `${kind}/:verb{(?:${verbs.join('|')})}/*`]) routes.all(path, missing)
  for (const [prefix] of repoPrefixes) routes.get(`${prefix}/:name/:how{resolve|raw}/*`, missing)
  return routes
}

function missing(c: Context<Env>): never {
  throw new HubError('repo.not_found', { repo: c.req.param('name') })
}
