import type { Hub } from '../hub.ts'
import { HubStates } from '../hub-state.ts'

/** The hub as seen by another process of the same installation: same tables and files, empty memory. Dispose of the hub it was created from. */
export function anotherProcess(hub: Hub): Hub {
  const states: HubStates = new HubStates(() => other)
  const other: Hub = { ...hub, states }
  return other
}
