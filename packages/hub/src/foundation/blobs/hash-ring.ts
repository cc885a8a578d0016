/*
 * Memory shared by a receiving thread and a hashing thread: a ring of slots, filled by one and emptied by the
 * other. Eight megabytes let either one continue for a while when the other does not get a CPU.
 */

/** Bytes per slot; there are `slots` of them. */
export const slotBytes = 256 * 1024
export const slots = 32

/** Index of each counter in `control`. `filled` and `emptied` only grow: 2^31 slots are 512 TiB. */
export const filled = 0
export const emptied = 1
/** 1 once the hashing thread has failed: the receiving thread stops. */
export const failed = 2
/** Where the lengths of the slots begin. */
export const lengths = 3

/** In place of a length: no more data; finish, or abort. */
export const end = -1
export const giveUp = -2

export interface HashRing {
  readonly control: Int32Array
  readonly data: Uint8Array
}

/** Message from the receiving thread that starts a file. */
export interface HashJob {
  readonly control: SharedArrayBuffer
  readonly data: SharedArrayBuffer
  /** Open for writing, empty. Closed by the receiving thread. */
  readonly fd: number
}

/** Reply of the hashing thread at the end of a file. */
export type HashResult =
  | { readonly sha256: string; readonly bytes: number }
  | { readonly error: { readonly message: string; readonly code: string | undefined } }
  | 'aborted'

export function newHashRing(): HashRing {
  return {
    control: new Int32Array(new SharedArrayBuffer((lengths + slots) * Int32Array.BYTES_PER_ELEMENT)),
    data: new Uint8Array(new SharedArrayBuffer(slots * slotBytes)),
  }
}

/**
 * Notifies the receiving thread that nobody empties slots any more. `emptied` changes as well: a wait that is about to begin
 * compares it, and would otherwise miss the notification.
 */
export function reportFailure(control: Int32Array): void {
  Atomics.store(control, failed, 1)
  Atomics.add(control, emptied, 1)
  Atomics.notify(control, emptied)
}
