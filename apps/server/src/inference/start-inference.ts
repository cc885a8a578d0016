import { flushUsage, type Hub, type LocalEngine, useInferenceRules, useLocalEngine } from '@portolan/hub'
import type { ServerConfig } from '../config/settings.ts'
import { startOwnUpstreams } from './own-upstreams.ts'
import { startProbes } from './probe-upstreams.ts'

type Settings = Pick<ServerConfig, 'inferenceFile' | 'inferenceAnonymous' | 'inferenceRequestsPerDay' | 'inferenceTokensPerDay'>

/**
 * Takes the owner's rules and upstreams into the hub, and the engine when there is one. Disposing writes what was counted, and ends the engine.
 * @throws {UpstreamsError}
 */
export async function startInference(
  hub: Hub,
  settings: Settings,
  environment: Readonly<Record<string, string | undefined>>,
  openEngine: () => LocalEngine | null,
): Promise<AsyncDisposable> {
  useInferenceRules(hub, {
    anonymous: settings.inferenceAnonymous === 'public',
    requestsPerDay: settings.inferenceRequestsPerDay,
    tokensPerDay: settings.inferenceTokensPerDay,
  })
  const upstreams = await startOwnUpstreams(hub, settings.inferenceFile, environment)
  const engine = openEngine()
  useLocalEngine(hub, engine)
  const probes = startProbes(hub)
  return {
    async [Symbol.asyncDispose]() {
      await probes[Symbol.asyncDispose]()
      await upstreams[Symbol.asyncDispose]()
      useLocalEngine(hub, null)
      await engine?.[Symbol.asyncDispose]()
      await flushUsage(hub)
    },
  }
}
