import { HubError } from '@portolan/contract'
import type { Hub } from '../../hub.ts'
import { type RouteHealth, typical } from './health.ts'
import type { ModelAddress, Policy } from './model-address.ts'
import { rests, type Route, taskServes } from './routes.ts'
import { localProvider } from './upstream.ts'

/** Response length in tokens assumed when comparing routes by speed. */
const typicalAnswerTokens = 200

/**
 * The routes to try, best first. Those that failed recently come last: they are tried when nothing else responds.
 * @throws {HubError} `inference.not_served` when there is none, `inference.unsupported_task` when the model has a different task
 */
export function chooseRoutes(hub: Hub, routes: readonly Route[], address: ModelAddress, task: string): Route[] {
  const { provider, id } = address
  const named = provider === null ? routes : routes.filter((route) => goesBy(route, provider))
  if (named.length === 0) throw notServed(id, provider, routes)
  const fitting = named.filter((route) => taskServes(route.task, task))
  if (fitting.length === 0) {
    const tasks = [...new Set(named.map((route) => route.task))].join(', ')
    throw new HubError('inference.unsupported_task', { message: `This hub serves ${id} for ${tasks}, not for ${task}` })
  }
  const ordered = inOrder(fitting, address.policy)
  return [...ordered.filter((route) => !rests(hub, route)), ...ordered.filter((route) => rests(hub, route))]
}

function goesBy(route: Route, provider: string): boolean {
  if (route.name === provider) return true
  return route.kind === 'local' ? provider === localProvider : route.upstream.kind === provider && provider !== 'openai'
}

function notServed(id: string, provider: string | null, routes: readonly Route[]): HubError {
  if (provider === null || routes.length === 0)
    return new HubError('inference.not_served', {
      message: `This hub does not serve the model ${id}; GET /v1/models lists the models it serves`,
    })
  const others = [...new Set(routes.map(({ name }) => name))].join(', ')
  return new HubError('inference.not_served', { message: `${provider} does not serve ${id} on this hub; these providers do: ${others}` })
}

/** Stable: ties stay in the owner's order. */
function inOrder(routes: readonly Route[], policy: Policy): Route[] {
  if (policy === 'preferred') return [...routes]
  const cost = policy === 'cheapest' ? priceOf : secondsOf
  return routes.toSorted((a, b) => cost(a) - cost(b))
}

/** The hub's own engine is free; an upstream without a price comes after those with one. */
function priceOf(route: Route): number {
  if (route.kind === 'local') return 0
  const { price } = route.model
  return price === null ? Number.MAX_VALUE : price.input + price.output
}

/** Time of a typical response. Unmeasured routes come first, and so get measured. */
function secondsOf({ health }: { readonly health: RouteHealth }): number {
  const firstByteMs = typical(health.firstByteMs)
  const tokensPerSecond = typical(health.tokensPerSecond)
  return (firstByteMs ?? 0) / 1000 + (tokensPerSecond === null ? 0 : typicalAnswerTokens / tokensPerSecond)
}
