import { HubError } from '@portolan/contract'
import type { Hub } from '@portolan/hub'
import { type Context, Hono } from 'hono'
import type { Env } from '../env.ts'
import { apiKind, repoPrefixes } from '../http/repo-params.ts'
import { describe } from '../openapi/describe.ts'

/** What follows the id in API paths. */
const verbs = [
  'auth-check',
  'branch',
  'commit',
  'commits',
  'compare',
  'dev-mode',
  'discussions',
  'duplicate',
  'hardware',
  'lfs-files',
  'like',
  'likers',
  'logs',
  'paths-info',
  'pause',
  'preupload',
  'refs',
  'restart',
  'revision',
  'runtime',
  'secrets',
  'settings',
  'sleeptime',
  'storage',
  'super-squash',
  'tag',
  'tree',
  'treesize',
  'user-access-request',
  'variables',
  'volumes',
  'xet-read-token',
  'xet-write-token',
]

/**
 * Ids of one segment, such as `gpt2`. This hub has none, and clients need the error code for a missing repo: `HfFileSystem` tries every
 * name that way, and does not treat a missing route as a missing repo. Mounted after all other routes.
 */
export function legacyIdRoutes(_hub: Hub): Hono<Env> {
  const routes = new Hono<Env>()
  const kind = `${apiKind}/:name`
  for (const path of [kind, `${kind}/:verb{(?:${verbs.join('|')})}`, `${kind}/:verb{(?:${verbs.join('|')})}/*`]) routes.all(path, missing)
  for (const [prefix] of repoPrefixes)
    routes.get(
      `${prefix}/:name/:how{resolve|raw}/*`,
      describe({ summary: 'Download a file of a repo without an owner (there are none)' }),
      missing,
    )
  return routes
}

function missing(c: Context<Env>): never {
  throw new HubError('repo.not_found', { repo: c.req.param('name') })
}
