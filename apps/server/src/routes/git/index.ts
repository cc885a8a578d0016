import type { Hub } from '@portolan/hub'
import { Hono } from 'hono'
import type { Env } from '../../env.ts'
import { gitErrorResponse } from '../../http/git-error.ts'
import { repoPrefixes } from '../../http/repo-params.ts'
import { infoRefs } from './info-refs.ts'
import { PackSlots } from './pack-slots.ts'
import { pushTurnLimits, receivePack } from './receive-pack.ts'
import { uploadPack } from './upload-pack.ts'

/** Git's smart HTTP protocol, with and without `.git` at the end of the repo name. */
export function gitRoutes(hub: Hub): Hono<Env> {
  const routes = new Hono<Env>()
  const turns = new PackSlots()
  const pushTurns = new PackSlots(pushTurnLimits)
  routes.onError((error, c) => gitErrorResponse(error, c, hub))
  for (const [prefix, type] of repoPrefixes) {
    routes.get(`${prefix}/:owner/:name/info/refs`, (c) => infoRefs(c, hub, type))
    routes.post(`${prefix}/:owner/:name/git-upload-pack`, (c) => uploadPack(c, hub, type, turns))
    routes.post(`${prefix}/:owner/:name/git-receive-pack`, (c) => receivePack(c, hub, type, pushTurns))
  }
  return routes
}
