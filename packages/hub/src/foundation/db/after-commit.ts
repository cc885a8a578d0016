import type { Tx } from './db.ts'

/** Queues callbacks to run once a transaction has committed. Shared by both engines. */
export class AfterCommit {
  readonly #effects = new WeakMap<Tx, (() => void)[]>()

  add(tx: Tx, effect: () => void): void {
    const list = this.#effects.get(tx)
    if (list) list.push(effect)
    else this.#effects.set(tx, [effect])
  }

  run(tx: Tx): void {
    for (const effect of this.#effects.get(tx) ?? []) effect()
  }
}
