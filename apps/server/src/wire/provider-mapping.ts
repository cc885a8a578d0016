import type { WireModel, WireProviderMapping } from '@portolan/contract'
import type { RouteView } from '@portolan/hub'

/** The routes to a model in the clients' format: keyed by provider in an info response, a list in a listing. */
export function toWireMapping(routes: readonly RouteView[], asList: boolean): WireModel['inferenceProviderMapping'] {
  if (routes.length === 0) return undefined
  if (asList) return routes.map((route) => ({ provider: route.provider, ...toEntry(route) }))
  // If a provider serves a model twice, show the entry that calls use: its first one.
  return Object.fromEntries(routes.toReversed().map((route) => [route.provider, toEntry(route)]))
}

function toEntry({
  status,
  providerId,
  task,
  adapter,
  firstByteMs,
  tokensPerSecond,
  price,
  contextLength,
}: RouteView): WireProviderMapping {
  const performance = {
    ...(firstByteMs === null ? {} : { firstTokenLatencyMs: Math.round(firstByteMs) }),
    ...(tokensPerSecond === null ? {} : { tokensPerSecond: Math.round(tokensPerSecond * 10) / 10 }),
  }
  return {
    status,
    providerId,
    task,
    ...(adapter === null ? {} : { adapter: adapter.type }),
    ...(adapter === null || adapter.weightsPath === null ? {} : { adapterWeightsPath: adapter.weightsPath }),
    ...(Object.keys(performance).length === 0 ? {} : { performance }),
    ...(price === null ? {} : { pricing: price }),
    ...(contextLength === null ? {} : { contextLength }),
  }
}
