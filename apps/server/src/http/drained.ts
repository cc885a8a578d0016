import type { Writable } from 'node:stream'

/** A client that takes nothing for so long is let go. Milliseconds. */
export const stalledClientMs = 120_000

/**
 * Waits, after a write that was too much, until the client has taken it. One that takes nothing for too long loses its connection.
 * @returns false when the stream is closed: nothing more can be written
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
