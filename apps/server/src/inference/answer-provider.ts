import { HubError, isHubError } from '@portolan/contract'
import {
  type Actor,
  type Hub,
  type RemoteRoute,
  type Repo,
  requireInferenceCaller,
  requireRepo,
  routeHealth,
  type Upstream,
  type UpstreamModel,
} from '@portolan/hub'
import { isJobRoute } from '@portolan/tasks'
import type { Context } from 'hono'
import type { Env } from '../env.ts'
import { decodeSegment, rawTail } from '../http/path-tail.ts'
import { answerOpenAi, billTo } from './answer-openai.ts'
import { estimateTokens } from './call-outcome.ts'
import { callUpstream } from './call-upstream.ts'
import { encodeForm, namedInBody, type ProviderBody, providerBody } from './provider-body.ts'
import { outletOf } from './outlet.ts'
import { passThrough } from './pass-through.ts'
import { modelInPath, takesModelInBody } from './provider-paths.ts'
import { type SurfaceName, surfaces } from './surfaces.ts'
import { tryRoutes } from './try-routes.ts'

/**
 * Forwards a call in a provider's own protocol to an upstream: `/{name}/{route}`. The route or the body names the model, by the provider's id
 * or by the hub's; a call that names no model from the owner's file is not forwarded.
 */
export async function answerProvider(hub: Hub, c: Context<Env>, upstream: Upstream): Promise<Response> {
  const { method } = c.req
  if (method !== 'POST' && method !== 'GET') throw new HubError('route.not_found')
  const caller = requireInferenceCaller(hub, c.var.actor, billTo(c))
  const segments = rawTail(c, 1)
  const path = pathOf(segments)
  const surface = method === 'POST' ? surfaceAt(upstream, path) : null
  if (surface !== null) return answerOpenAi(hub, c, surface, { upstream })
  if (method === 'GET' && !isJobRoute(upstream.kind, path)) throw new HubError('route.not_found')
  const found = method === 'GET' ? await ofJob(hub, c.var.actor, upstream) : await ofCall(hub, c, upstream, path)
  if (found === null)
    throw new HubError('inference.not_served', { message: `${upstream.name} serves no model on this hub that matches this request` })
  const { model, repo, body } = found
  const outlet = outletOf(c)
  const health = routeHealth(hub, upstream.name, model.upstreamId)
  const route: RemoteRoute = { kind: 'remote', name: upstream.name, upstream, model, task: model.task, health }
  // Polling a job does not count as a call.
  return tryRoutes(hub, { caller, repo, routes: [route], outlet, counts: method === 'POST' }, async () => {
    const answer = await callUpstream(
      upstream,
      {
        method,
        path: segments.join('/') + queryOf(c),
        contentType: body.contentType,
        accept: c.req.header('accept') ?? '*/*',
        body: body.bytes,
        ...hostOf(c, upstream),
      },
      outlet.signal,
    )
    return passThrough(answer, upstream, outlet, { promptTokens: estimateTokens(body.value), completionTokens: 0 })
  })
}

interface Found {
  readonly model: UpstreamModel
  readonly repo: Repo
  readonly body: ProviderBody
}

/** The model that a call names in its route or its body; `null` when it names none that the caller may use. */
async function ofCall(hub: Hub, c: Context<Env>, upstream: Upstream, path: string): Promise<Found | null> {
  const given = await providerBody(c)
  const inPath = modelInPath(upstream, path)
  const inBody = inPath === null && takesModelInBody(upstream, path) ? namedInBody(upstream, given) : null
  const named = inPath === null ? inBody : { model: inPath, body: given }
  const repo = named === null ? null : await readable(hub, c.var.actor, named.model.id)
  if (named === null || repo === null) return null
  const { form } = named.body
  const body = form === undefined ? named.body : { ...(await encodeForm(form)), value: null }
  return { model: named.model, repo, body }
}

/** Any model that the caller may use at this upstream: a caller who may use none cannot have a job there. */
async function ofJob(hub: Hub, actor: Actor, upstream: Upstream): Promise<Found | null> {
  for (const model of upstream.models) {
    const repo = await readable(hub, actor, model.id)
    if (repo !== null) return { model, repo, body: { bytes: null, contentType: null, value: null } }
  }
  return null
}

/** The decoded route. @throws {HubError} `route.not_found` for a path that would escape the upstream's address */
function pathOf(segments: readonly string[]): string {
  const decoded = segments.map(decodeSegment)
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused
  if (decoded.some((segment) => segment === '' || segment === '.' || segment === '..' || /[/\\?#\u0000-\u0020\u007f]/.test(segment)))
    throw new HubError('route.not_found')
  return decoded.join('/')
}

/** OpenAI routes get OpenAI handling: streams are inspected, and models may have either name. */
function surfaceAt(upstream: Upstream, path: string): SurfaceName | null {
  return (Object.keys(surfaces) as SurfaceName[]).find((name) => upstream.paths[name] === path) ?? null
}

/** A model that the caller may use; `null` otherwise, just as for an unknown id. */
async function readable(hub: Hub, actor: Actor, id: string): Promise<Repo | null> {
  try {
    return await requireRepo(hub, actor, 'model', id, 'content')
  } catch (error) {
    if (isHubError(error, 'repo.not_found')) return null
    throw error
  }
}

const falQueue = 'queue.fal.run'
const falNow = 'https://fal.run'

/** Clients that call through a router select fal's host with a query parameter. */
function hostOf(c: Context<Env>, upstream: Upstream): { base?: string } {
  const isQueue = c.req.query('_subdomain') === 'queue'
  return upstream.kind === 'fal-ai' && new URL(upstream.url).host === falQueue && !isQueue ? { base: falNow } : {}
}

function queryOf(c: Context<Env>): string {
  const { searchParams } = new URL(c.req.url)
  searchParams.delete('_subdomain')
  const query = searchParams.toString()
  return query === '' ? '' : `?${query}`
}
