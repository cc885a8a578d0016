import type { Hub } from '../hub.ts'
import { HubStates } from '../hub-state.ts'

/** The hub as another process of the same installation has it: the same tables and files, and nothing in memory. Dispose of the hub it was made from. */
export function anotherProcess(hub: Hub): Hub {
  const states: HubStates = new HubStates(() => other)
  const other: Hub = { ...hub, states }
  return other
}
