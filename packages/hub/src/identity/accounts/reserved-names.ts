import { type HasStates, hubState } from '../../hub-state.ts'

const reserved = hubState('reserved-names', (): { names: ReadonlySet<string> } => ({ names: new Set() }))

/** Keeps names from new accounts, instead of those given before: the owner's own first segments of addresses. */
export function reserveNames(hub: HasStates, names: readonly string[]): void {
  reserved(hub).names = new Set(names.map((name) => name.toLowerCase()))
}

export function isReserved(hub: HasStates, name: string): boolean {
  return reserved(hub).names.has(name.toLowerCase())
}
