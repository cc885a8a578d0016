import { findUpstream, type Hub } from '@portolan/hub'
import type { MiddlewareHandler } from 'hono'
import type { Env } from '../../env.ts'
import { answerProvider } from '../../inference/answer-provider.ts'

/** The pattern of addresses that may belong to an upstream in the owner's file. */
export const upstreamPath = '/:upstream/*'

/** Applies a middleware only to addresses of upstreams, whose names change with the owner's file. */
export function forUpstreams(hub: Hub, work: MiddlewareHandler<Env>): MiddlewareHandler<Env> {
  return (c, next) => (findUpstream(hub, c.req.param('upstream') ?? '') === null ? next() : work(c, next))
}

/** `/{upstream}/{route}`: the provider's own protocol, passed through. */
export function providerRoute(hub: Hub): MiddlewareHandler<Env> {
  return async (c, next) => {
    const upstream = findUpstream(hub, c.req.param('upstream') ?? '')
    return upstream === null ? next() : answerProvider(hub, c, upstream)
  }
}
