import { type Hub, type Job, type LocalEngine, setInferenceRules, setLocalEngine } from '@portolan/hub'
import type { ServerConfig } from '../config/settings.ts'
import { startOwnUpstreams } from './own-upstreams.ts'
import { startProbes } from './probe-upstreams.ts'

type Settings = Pick<ServerConfig, 'inferenceFile' | 'inferenceAnonymous' | 'inferenceRequestsPerDay' | 'inferenceTokensPerDay'>

/**
 * Configures the hub with the owner's inference rules and upstreams, and with the engine if there is one. Disposing stops the engine.
 * @throws {UpstreamsError}
 */
export async function startInference(
  hub: Hub,
  settings: Settings,
  environment: Readonly<Record<string, string | undefined>>,
  openEngine: () => LocalEngine | null,
): Promise<AsyncDisposable & { readonly jobs: readonly Job[] }> {
  await using stack = new AsyncDisposableStack()
  setInferenceRules(hub, {
    anonymous: settings.inferenceAnonymous === 'public',
    requestsPerDay: settings.inferenceRequestsPerDay,
    tokensPerDay: settings.inferenceTokensPerDay,
  })
  stack.use(await startOwnUpstreams(hub, settings.inferenceFile, environment))
  const engine = openEngine()
  if (engine !== null) stack.use(engine)
  setLocalEngine(hub, engine)
  stack.defer(() => setLocalEngine(hub, null))
  const { jobs } = stack.use(startProbes(hub))
  const started = stack.move()
  return { jobs, [Symbol.asyncDispose]: () => started.disposeAsync() }
}
