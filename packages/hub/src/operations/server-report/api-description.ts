import type { Hub } from '../../hub.ts'
import { hubState } from '../../hub-state.ts'

/** Makes the OpenAPI document of the server's routes. @param origin the address that callers use */
type DescribeApi = (origin: string) => object

const slot = hubState('api-description', (): { describe: DescribeApi | null } => ({ describe: null }))

/** Lets pages show which routes this server has. */
export function setApiDescription(hub: Hub, describe: DescribeApi): void {
  slot(hub).describe = describe
}

/** The OpenAPI document of the server; `null` where none runs. */
export function apiDescription(hub: Hub, origin: string): object | null {
  return slot(hub).describe?.(origin) ?? null
}
