import { apiSegments, HubError, type RepoType, repoTypes, urlPrefixes } from '@portolan/contract'
import type { Context } from 'hono'
import { type Checked, type Hub, type RepoNeed, requireRepo } from '@portolan/hub'
import type { Env } from '../env.ts'

/** Hono pattern of an API path for a repo type, from `apiSegments`. Written out so that the compiler can infer the parameters from the text. */
export const apiKind = '/api/:kind{(?:models|datasets|spaces)}'

/** Hono pattern of an API path below a repo: `apiRepo + '/refs'`. */
export const apiRepo = `${apiKind}/:owner/:name`

/** The prefixes before `/:owner/:name` in web, file, and git addresses of each type, for Hono: `/datasets`, and none for models, which come last. */
export const repoPrefixes: readonly (readonly [prefix: string, type: RepoType])[] = repoTypes
  .map((type) => [`/${urlPrefixes[type]}`.replace(/\/$/, ''), type] as const)
  .sort(([a], [b]) => b.length - a.length)

/** `model` for `models`. @throws {HubError} `route.not_found` */
export function repoTypeOf(segment: string | undefined): RepoType {
  const type = repoTypes.find((each) => apiSegments[each] === segment)
  if (type === undefined) throw new HubError('route.not_found')
  return type
}

/** The repo that an API path names, if the caller has the access that `need` describes. */
export function repoOf<Need extends RepoNeed>(c: Context<Env>, hub: Hub, need: Need): Promise<Checked<Need>> {
  return requireRepo(hub, c.var.actor, repoTypeOf(c.req.param('kind')), `${c.req.param('owner')}/${c.req.param('name')}`, need)
}
