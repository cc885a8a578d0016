import { type Hub, type Job, listUpstreams, recordRouteFailure, recordRouteSuccess, routeHealth, type Upstream } from '@portolan/hub'
import { callUpstream } from './call-upstream.ts'
import { UpstreamError } from './upstream-error.ts'

/** How often to check whether an upstream is due for a probe. */
const tickMs = 5_000

/** Periodically probes each upstream, so that an outage is noticed before a caller runs into it. */
export function startProbes(hub: Hub): AsyncDisposable & { readonly jobs: readonly Job[] } {
  const due = new Map<string, number>()
  const aborter = new AbortController()
  const running = new Set<Promise<void>>()
  const tick = () => {
    const now = performance.now()
    for (const upstream of listUpstreams(hub)) {
      if (upstream.probeMs === null || (due.get(upstream.name) ?? 0) > now) continue
      due.set(upstream.name, now + upstream.probeMs)
      const probe: Promise<void> = probeUpstream(hub, upstream, aborter.signal).finally(() => running.delete(probe))
      running.add(probe)
    }
  }
  return {
    // Start the probe of each due upstream without awaiting it, so that one that hangs does not delay the others.
    jobs: [{ name: 'probe upstreams', everyMs: tickMs, atStart: true, run: tick }],
    async [Symbol.asyncDispose]() {
      aborter.abort()
      await Promise.all(running)
    },
  }
}

/** Probes once: any response other than a server error shows that the upstream is up. */
export async function probeUpstream(hub: Hub, upstream: Upstream, signal: AbortSignal): Promise<void> {
  const health = routeHealth(hub, upstream.name, '')
  const failuresBefore = health.failures
  try {
    const path = upstream.kind === 'openai' ? 'models' : ''
    const answer = await callUpstream(upstream, { method: 'GET', path, contentType: null, accept: 'application/json', body: null }, signal)
    recordRouteSuccess(hub, health, { firstByteMs: performance.now() - answer.startedAt })
    answer.message.destroy()
  } catch (error) {
    if (signal.aborted) return
    if (error instanceof UpstreamError && error.status !== null && error.status < 500) {
      recordRouteSuccess(hub, health, {})
      return
    }
    recordRouteFailure(hub, health)
    if (failuresBefore === 0)
      hub.log.warn('an upstream is not responding', {
        upstream: upstream.name,
        error: error instanceof Error ? error.message : String(error),
      })
    return
  }
  if (failuresBefore > 0) hub.log.info('an upstream is responding again', { upstream: upstream.name })
}
