import { HubError, type RepoType } from '@portolan/contract'
import type { Context } from 'hono'
import { type Hub, type Repo, type RepoNeed, requireRepo } from '@portolan/hub'
import type { Env } from '../env.ts'

const types: Record<string, RepoType> = { models: 'model', datasets: 'dataset', spaces: 'space' }

/** Hono pattern of an API path below a repo: `apiRepo + '/refs'`. */
export const apiRepo = '/api/:kind{(?:models|datasets|spaces)}/:owner/:name'

/** `model` for `models`. @throws {HubError} `route.not_found` */
export function repoTypeOf(segment: string | undefined): RepoType {
  const type = segment === undefined ? undefined : types[segment]
  if (type === undefined) throw new HubError('route.not_found')
  return type
}

/** The repo that an API path names, if the caller may use it in this way. */
export function repoOf(c: Context<Env>, hub: Hub, need: RepoNeed): Promise<Repo> {
  return requireRepo(hub, c.var.actor, repoTypeOf(c.req.param('kind')), `${c.req.param('owner')}/${c.req.param('name')}`, need)
}
