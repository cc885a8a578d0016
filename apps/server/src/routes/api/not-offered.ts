import { HubError } from '@portolan/contract'
import { type Hub, requireUser } from '@portolan/hub'
import { Hono } from 'hono'
import type { Env } from '../../env.ts'

export const noBuckets = 'This hub has no buckets: store files in models, datasets, and Spaces.'

/** Features that clients can request and this hub lacks, with the messages that clients show to their users. */
const notOffered: readonly (readonly [message: string, ...paths: string[]])[] = [
  ['This hub runs no jobs.', '/api/jobs/*', '/api/scheduled-jobs/*'],
  [noBuckets, '/api/buckets/*', '/buckets/:owner/:name/resolve/*'],
  [
    'This hub has no papers. Cards and collections link to papers where they are published.',
    '/api/papers/*',
    '/api/daily_papers',
    '/papers/:id{.+[.]md}',
  ],
  ['This hub has no leaderboards.', '/api/datasets/:owner/:name/leaderboard'],
  ['This hub has no kernels: publish them as models.', '/api/kernels/*'],
  ['This hub has no resource groups.', '/api/collections/:slug{.+/resource-group}', '/api/organizations/:org/resource-groups'],
  ['This hub has no ZeroGPU.', '/api/spaces/zero-gpu/quota'],
]

/** Returns 404 with a clear message, where a client would otherwise report a missing route. */
export function notOfferedRoutes(_hub: Hub): Hono<Env> {
  const routes = new Hono<Env>()
  for (const [message, ...paths] of notOffered)
    for (const path of paths)
      routes.all(path, () => {
        throw new HubError('route.not_offered', { message })
      })
  routes.post('/uploads', (c) => {
    requireUser(c.var.actor)
    throw new HubError('route.not_offered', { message: 'This hub has no attachments: add the file to the repository and link to it.' })
  })
  return routes
}
