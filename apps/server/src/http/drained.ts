import type { Writable } from 'node:stream'

/** A client that reads nothing for this long is disconnected. Milliseconds. */
export const stalledClientMs = 120_000

/**
 * Waits, after a write that filled the buffer, until the client has read it. A client that reads nothing for too long is disconnected.
 * @returns false when the stream is closed and nothing more can be written
 */
export function drained(out: Writable, stalledMs: number = stalledClientMs): Promise<boolean> {
  if (out.destroyed) return Promise.resolve(false)
  return new Promise((resolve) => {
    const settle = (isOpen: boolean) => {
      clearTimeout(stalled)
      out.off('drain', onDrain).off('close', onClose)
      resolve(isOpen)
    }
    const onDrain = () => settle(true)
    const onClose = () => settle(false)
    const stalled = setTimeout(() => out.destroy(), stalledMs)
    out.on('drain', onDrain).on('close', onClose)
  })
}
