import { openLocalEngine } from '@portolan/engine'
import type { Hub, LocalEngine } from '@portolan/hub'
import type { ServerConfig } from './config/settings.ts'

/** Opens the engine described by the configuration. Nothing runs before the first call. */
export function openEngine(hub: Hub, config: ServerConfig): LocalEngine {
  return openLocalEngine({
    hub,
    enabled: config.engine,
    ...(config.engineRuntime !== null && { runtimeFolder: config.engineRuntime }),
    memoryMb: config.engineMemoryMb,
    workers: config.engineWorkers,
    timeLimitSeconds: config.engineTimeoutSeconds,
    idleSeconds: config.engineIdleSeconds,
    waiting: config.engineQueue,
    cacheMb: config.engineCacheMb,
  })
}
