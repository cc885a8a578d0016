import type { Hub } from '@portolan/hub'
import { Hono } from 'hono'
import type { Env } from '../../env.ts'
import { gitErrorResponse } from '../../http/git-error.ts'
import { repoPrefixes } from '../../http/repo-params.ts'
import { RequestSlots } from '../../http/request-slots.ts'
import { infoRefs } from './info-refs.ts'
import { pushTurnLimits, receivePack } from './receive-pack.ts'
import { fetchTurnLimits, uploadPack } from './upload-pack.ts'
import { describe } from '../../openapi/describe.ts'

/** Git's smart HTTP protocol, with and without `.git` at the end of the repo name. */
export function gitRoutes(hub: Hub): Hono<Env> {
  const routes = new Hono<Env>()
  const turns = new RequestSlots(fetchTurnLimits, 'git.busy')
  const pushTurns = new RequestSlots(pushTurnLimits, 'git.busy')
  routes.onError((error, c) => gitErrorResponse(error, c, hub))
  for (const [prefix, type] of repoPrefixes) {
    routes.get(`${prefix}/:owner/:name/info/refs`, describe({ summary: 'Refs of a repo (git)', query: ['service'] }), (c) =>
      infoRefs(c, hub, type),
    )
    routes.post(`${prefix}/:owner/:name/git-upload-pack`, describe({ summary: 'Fetch (git)' }), (c) => uploadPack(c, hub, type, turns))
    routes.post(`${prefix}/:owner/:name/git-receive-pack`, describe({ summary: 'Push (git)', token: 'discussion.write' }), (c) =>
      receivePack(c, hub, type, pushTurns),
    )
  }
  return routes
}
