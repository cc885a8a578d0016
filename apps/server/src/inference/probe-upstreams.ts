import { type Hub, type Job, listUpstreams, noteFailure, noteSuccess, routeHealth, type Upstream } from '@portolan/hub'
import { callUpstream } from './call-upstream.ts'
import { UpstreamError } from './upstream-error.ts'

/** How often it is looked whether an upstream is due. */
const tickMs = 5_000

/** Asks each upstream from time to time for its models, so that one that is gone is known before a caller meets it. */
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
    // A look at each upstream that is due is begun, not waited for: one that hangs keeps no other waiting.
    jobs: [{ name: 'look at upstreams', everyMs: tickMs, atStart: true, run: tick }],
    async [Symbol.asyncDispose]() {
      aborter.abort()
      await Promise.all(running)
    },
  }
}

/** One look: any answer that is not a failure of the server shows that somebody is there. */
export async function probeUpstream(hub: Hub, upstream: Upstream, signal: AbortSignal): Promise<void> {
  const health = routeHealth(hub, upstream.name, '')
  const failuresBefore = health.failures
  try {
    const path = upstream.kind === 'openai' ? 'models' : ''
    const answer = await callUpstream(upstream, { method: 'GET', path, contentType: null, accept: 'application/json', body: null }, signal)
    noteSuccess(hub, health, { firstByteMs: performance.now() - answer.startedAt })
    answer.message.destroy()
  } catch (error) {
    if (signal.aborted) return
    if (error instanceof UpstreamError && error.status !== null && error.status < 500) {
      noteSuccess(hub, health, {})
      return
    }
    noteFailure(hub, health)
    if (failuresBefore === 0)
      hub.log.warn('an upstream does not answer', {
        upstream: upstream.name,
        error: error instanceof Error ? error.message : String(error),
      })
    return
  }
  if (failuresBefore > 0) hub.log.info('an upstream answers again', { upstream: upstream.name })
}
