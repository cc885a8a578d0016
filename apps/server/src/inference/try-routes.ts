import { HubError, isHubError } from '@portolan/contract'
import {
  countUsage,
  EngineError,
  type Hub,
  type InferenceCaller,
  recordRouteFailure,
  recordRouteSuccess,
  type Repo,
  type Route,
  beginRouteCall,
} from '@portolan/hub'
import type { CallOutcome } from './call-outcome.ts'
import type { Outlet } from './outlet.ts'
import { callerError, isFaultOfCaller, UpstreamError } from './upstream-error.ts'

/** An authorized call: its caller, and the routes that may serve it. */
export interface Call {
  readonly caller: InferenceCaller
  readonly repo: Repo
  readonly routes: readonly Route[]
  readonly outlet: Outlet
  /** False for requests that are not model calls: they count toward neither quota nor usage. */
  readonly counts?: boolean
}

/**
 * Tries one route after another until one responds, and counts the call. Once a byte of a response has been sent, no other route is tried.
 * @throws {HubError} the error of the last route; `inference.quota_exceeded`
 */
export async function tryRoutes(hub: Hub, call: Call, ask: (route: Route) => Promise<CallOutcome>): Promise<Response> {
  const { caller, repo, routes, outlet } = call
  const isCounted = call.counts !== false
  if (isCounted) await beginRouteCall(hub, caller)
  const count = (upstream: string, usage: { promptTokens: number; completionTokens: number }, failed: boolean) => {
    if (isCounted) countUsage(hub, caller, { model: repo.fullName, upstream, ...usage, failed })
  }
  const nothing = { promptTokens: 0, completionTokens: 0 }
  let failure: HubError | null = null
  try {
    for (const route of routes) {
      try {
        const { response, usage, error, ...measured } = await ask(route)
        if (error === null) recordRouteSuccess(hub, route.health, measured)
        else if (!outlet.signal.aborted) fail(hub, route, repo, error)
        count(route.name, usage, error !== null)
        return response
      } catch (error) {
        if (outlet.signal.aborted) {
          count(route.name, nothing, true)
          return new Response(null, { status: 499 })
        }
        failure = toHubError(route, error)
        if (error instanceof UpstreamError && isFaultOfCaller(error)) throw failure
        if (error instanceof EngineError && healthyEngineCodes.has(error.code)) throw failure
        if (isHubError(error)) throw error
        fail(hub, route, repo, error)
      }
    }
  } catch (error) {
    count(routes[0]?.name ?? '', nothing, true)
    throw error
  } finally {
    outlet.close()
  }
  count(routes.at(-1)?.name ?? '', nothing, true)
  throw failure ?? new HubError('inference.not_served')
}

/** Error codes that an engine returns while it works correctly. */
const healthyEngineCodes: ReadonlySet<string> = new Set(['engine.invalid_input', 'engine.unsupported', 'engine.unavailable'])

function fail(hub: Hub, route: Route, repo: Repo, error: unknown): void {
  const known = error instanceof UpstreamError || error instanceof EngineError
  // An unexpected error may be the request's fault, so it does not mark the route as failing for others.
  if (known) recordRouteFailure(hub, route.health, error instanceof UpstreamError ? error.retryAfterSeconds : null)
  hub.log[known ? 'warn' : 'error']('a call to a model failed', {
    upstream: route.name,
    model: repo.fullName,
    error: known ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error),
    ...(error instanceof UpstreamError ? { fault: error.fault, status: error.status } : {}),
    ...(error instanceof EngineError ? { code: error.code } : {}),
  })
}

const engineCodes = {
  'engine.unavailable': 'inference.not_served',
  'engine.unsupported': 'inference.not_served',
  'engine.invalid_input': 'inference.rejected',
  'engine.busy': 'inference.busy',
  'engine.timeout': 'inference.timeout',
  'engine.out_of_memory': 'inference.failed',
  'engine.crashed': 'inference.failed',
} as const

/** The `Retry-After` of a busy engine, in seconds. */
const engineBusySeconds = 5

/** The error that the caller sees. Unexpected errors reveal only that the call failed. */
export function toHubError(route: Route, error: unknown): HubError {
  if (isHubError(error)) return error
  if (error instanceof EngineError) {
    const retryAfter = error.code === 'engine.busy' ? { retryAfter: engineBusySeconds } : {}
    return new HubError(engineCodes[error.code], { message: error.message, ...retryAfter }, { cause: error })
  }
  if (error instanceof UpstreamError && route.kind === 'remote') return callerError(route.upstream, error)
  return new HubError('inference.failed', { message: `${route.name} failed` }, { cause: error })
}
