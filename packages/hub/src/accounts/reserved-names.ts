import type { Hub } from '../hub.ts'

const reserved = new WeakMap<Hub['db'], ReadonlySet<string>>()

/** Keeps names from new accounts, instead of those given before: the owner's own first segments of addresses. */
export function reserveNames(hub: Hub, names: readonly string[]): void {
  reserved.set(hub.db, new Set(names.map((name) => name.toLowerCase())))
}

export function isReserved(hub: Hub, name: string): boolean {
  return reserved.get(hub.db)?.has(name.toLowerCase()) === true
}
