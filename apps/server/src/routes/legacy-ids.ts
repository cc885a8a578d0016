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
 * Ids of one segment, as in `gpt2`. There are none here, and clients must hear that in the words they know: `HfFileSystem` tries every
 * name that way, and a missing route is no missing repo to them. Comes after all other routes.
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
