import { type HasStates, hubState } from '../../hub-state.ts'

const reserved = hubState('reserved-names', (): { names: ReadonlySet<string> } => ({ names: new Set() }))

/** Reserves names against new accounts, replacing those set before: the owner's own first path segments. */
export function reserveNames(hub: HasStates, names: readonly string[]): void {
  reserved(hub).names = new Set(names.map((name) => name.toLowerCase()))
}

export function isReserved(hub: HasStates, name: string): boolean {
  return reserved(hub).names.has(name.toLowerCase())
}
