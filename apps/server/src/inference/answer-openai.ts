import { HubError } from '@portolan/contract'
import { type Hub, type ModelAddress, parseModelAddress, requireInferenceCaller, requireServed, type Upstream } from '@portolan/hub'
import type { Context } from 'hono'
import type { Env } from '../env.ts'
import { askEngine } from './engine-openai.ts'
import { askUpstream } from './ask-upstream.ts'
import { modelNamed } from './provider-body.ts'
import { outletOf } from './outlet.ts'
import { jsonObjectBody } from './request-object.ts'
import { offers, type SurfaceName, surfaces } from './surfaces.ts'
import { tryRoutes } from './try-routes.ts'

/** The account to bill the call to, from `X-HF-Bill-To`. */
export function billTo(c: Context<Env>): string | null {
  return c.req.header('x-hf-bill-to')?.trim() || null
}

/**
 * Handles a call in OpenAI's protocol.
 * @param fixed the model, when the address names it; or the upstream, whose own model names are then accepted too
 */
export async function answerOpenAi(
  hub: Hub,
  c: Context<Env>,
  name: SurfaceName,
  fixed?: ModelAddress | { readonly upstream: Upstream },
): Promise<Response> {
  const caller = requireInferenceCaller(hub, c.var.actor, billTo(c))
  const body = await jsonObjectBody(c)
  const surface = surfaces[name]
  const address = addressOf(body, fixed)
  const { repo, routes } = await requireServed(hub, c.var.actor, address, surface.task)
  const offering = routes.filter((route) => offers(route, name))
  if (offering.length === 0)
    throw new HubError('inference.unsupported_task', { message: `${routes[0]?.name} does not support this endpoint for ${repo.fullName}` })
  checkInput(body, surface.input)
  const outlet = outletOf(c)
  return tryRoutes(hub, { caller, repo, routes: offering, outlet }, (route) =>
    route.kind === 'local' ? askEngine({ c, route, repo, surface, body, outlet }) : askUpstream({ c, route, surface, body, outlet }),
  )
}

function addressOf(body: Readonly<Record<string, unknown>>, fixed: Parameters<typeof answerOpenAi>[3]): ModelAddress {
  if (fixed === undefined) return parseModelAddress(body['model'])
  if (!('upstream' in fixed)) return fixed
  const { upstream } = fixed
  const asked = typeof body['model'] === 'string' ? body['model'].replace(`:${upstream.name}`, '') : body['model']
  const model = modelNamed(upstream, asked)
  return { ...(model === null ? parseModelAddress(asked) : { id: model.id, policy: 'preferred' }), provider: upstream.name }
}

function checkInput(body: Readonly<Record<string, unknown>>, field: string): void {
  // Reject other values instead of interpreting them arbitrarily.
  if (typeof (body['stream'] ?? false) !== 'boolean')
    throw new HubError('body.invalid', { message: 'stream must be true or false', field: 'stream' })
  const value = body[field]
  const isFine =
    field === 'messages'
      ? Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'object' && each !== null)
      : typeof value === 'string' || (Array.isArray(value) && value.length > 0)
  if (!isFine)
    throw new HubError('body.invalid', {
      message: field === 'messages' ? 'messages must be a list of objects with role and content' : `${field} must be a string or a list`,
      field,
    })
}
