/** What a path of a repo must contain, as far as its writer was told. */
export interface FileRecord {
  readonly repo: string
  readonly path: string
  readonly sha256: string
  /**
   * - `there`: the hub acknowledged it.
   * - `gone`: the hub acknowledged its deletion.
   * - `unknown`: a request about it got no answer, or an error. It may be there or not, but if it is, it is whole.
   */
  state: 'there' | 'gone' | 'unknown'
}

/** What the clients of a chaos run were told, and what they observed. */
export class Ledger {
  readonly files: FileRecord[] = []
  /** Commits that were acknowledged, through the API or by a push, by repo. */
  readonly commits: { readonly repo: string; readonly oid: string }[] = []
  /** Acknowledged operations by kind. */
  readonly acknowledged = new Map<string, number>()
  /** Operations without an acknowledgment: how they ended. */
  readonly refused = new Map<string, number>()
  /** Downloads with other bytes than were stored, and acknowledged files that were missing while the run went on. */
  readonly wrong: string[] = []
  /** When something was last acknowledged by each server; `performance.now()`. */
  readonly lastAck = new Map<string, number>()

  acknowledge(kind: string, server: string): void {
    this.acknowledged.set(kind, (this.acknowledged.get(kind) ?? 0) + 1)
    this.lastAck.set(server, performance.now())
  }

  refuse(kind: string, how: string): void {
    const key = `${kind}: ${how}`
    this.refused.set(key, (this.refused.get(key) ?? 0) + 1)
  }

  get total(): number {
    return [...this.acknowledged.values()].reduce((sum, count) => sum + count, 0)
  }
}
