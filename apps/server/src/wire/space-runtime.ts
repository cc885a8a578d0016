import type { WireSpaceRuntime } from '@portolan/contract'
import type { Repo } from '@portolan/hub'

/**
 * The runtime state of a Space's app. A static Space runs as soon as its entry page exists; others do not run on this hub.
 * @param about.paths of the files, when known
 */
export function toWireRuntime(
  repo: Repo,
  about: { sha: string | null; paths?: readonly string[] | undefined; card?: Readonly<Record<string, unknown>> | null | undefined },
): WireSpaceRuntime {
  const isStatic = repo.sdk === 'static'
  const entry = typeof about.card?.['app_file'] === 'string' ? about.card['app_file'] : 'index.html'
  const stage = !isStatic ? 'PAUSED' : about.paths !== undefined && !about.paths.includes(entry) ? 'NO_APP_FILE' : 'RUNNING'
  return {
    stage,
    hardware: { current: null, requested: null },
    storage: null,
    gcTimeout: null,
    replicas: { current: stage === 'RUNNING' ? 1 : 0, requested: 1 },
    sha: about.sha,
  }
}
