import { HubError } from '@portolan/contract'
import { RequestSlots, type SlotLimits } from '../request-slots.ts'

export interface CommitRoomLimits {
  /** A commit with more than this in memory, or with more operations, is large: it takes a turn. Bytes. */
  readonly smallBytes: number
  readonly smallOperations: number
  readonly turns: SlotLimits
  /** For all commits together, and for those of one caller. Bytes. */
  readonly bytes: number
  readonly bytesPerCaller: number
}

/** Callers send at most a few large commits at once, and one of them is never more than 256 MiB. */
export const commitRoomLimits: CommitRoomLimits = {
  smallBytes: 1024 * 1024,
  smallOperations: 1_000,
  turns: { atOnce: 32, perCaller: 4, waiting: 200, timeoutMs: 120_000 },
  bytes: 2 * 1024 ** 3,
  bytesPerCaller: 768 * 1024 ** 2,
}

/** Memory for the content of commits that are being received and applied. */
export class CommitRoom {
  readonly #limits: CommitRoomLimits
  readonly #turns: RequestSlots
  readonly #byCaller = new Map<string, number>()
  #held = 0

  constructor(limits: CommitRoomLimits = commitRoomLimits) {
    this.#limits = limits
    this.#turns = new RequestSlots(limits.turns, 'hub.busy')
  }

  /** Opens a place for one commit; dispose it when the commit is done. */
  open(caller: string): CommitPlace {
    const { smallBytes, smallOperations, bytes, bytesPerCaller } = this.#limits
    let own = 0
    let operations = 0
    let turn: Disposable | null = null
    const count = (more: number) => {
      const ofCaller = (this.#byCaller.get(caller) ?? 0) + more
      if (ofCaller === 0) this.#byCaller.delete(caller)
      else this.#byCaller.set(caller, ofCaller)
      this.#held += more
      own += more
      return ofCaller
    }
    return {
      add: async (size) => {
        operations++
        const ofCaller = count(size)
        if (this.#held > bytes || ofCaller > bytesPerCaller) throw new HubError('hub.busy', { retryAfter: 30 })
        if (turn === null && (own > smallBytes || operations > smallOperations)) turn = await this.#turns.take(caller)
      },
      [Symbol.dispose]: () => {
        count(-own)
        turn?.[Symbol.dispose]()
        turn = null
      },
    }
  }
}

/** The room that one commit takes. */
export interface CommitPlace extends Disposable {
  /**
   * Adds an operation with so many bytes of content. Waits for a turn once the commit is large.
   * @throws {HubError} `hub.busy` when there is no room, or no turn in time
   */
  add(bytes: number): Promise<void>
}
