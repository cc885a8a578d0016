import { constants, fstatSync, openSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'

/** How much may wait for a reader that does not read. Bytes; a line is dropped whole. */
const maxWaitingBytes = 1024 * 1024
/** How often a blocked descriptor is tried again. Milliseconds. */
const retryMs = 50

export interface LineWriter {
  /** Writes a line, or keeps it until the reader has room. Never waits. */
  write(line: string): void
  /** Writes what is waiting, as far as that is possible at once. For the end of the process. */
  flush(): void
  /** Lines dropped since startup because nobody read them. */
  readonly dropped: number
}

/**
 * Writes lines to a file descriptor without ever waiting for its reader, and without keeping more than a bound for it. When nobody reads a pipe any
 * more, Node's own streams either stand still or keep everything in memory.
 * @param reportDropped makes the line that says how many were dropped
 */
export function openLineWriter(descriptor: number, reportDropped: (lines: number) => string): LineWriter {
  const fd = withoutBlocking(descriptor)
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let dropped = 0
  let unreported = 0
  let timer: NodeJS.Timeout | null = null

  const push = (line: string): boolean => {
    const bytes = Buffer.from(line)
    if (waitingBytes + bytes.length > maxWaitingBytes) return false
    waiting.push(bytes)
    waitingBytes += bytes.length
    return true
  }
  const drain = () => {
    while (waiting.length > 0) {
      const first = waiting[0] as Buffer
      const written = writeSome(fd, first)
      if (written === null) {
        waiting = []
        waitingBytes = 0
        return
      }
      waitingBytes -= written
      if (written < first.length) {
        waiting[0] = first.subarray(written)
        timer ??= setTimeout(retry, retryMs).unref()
        return
      }
      waiting.shift()
    }
  }
  const retry = () => {
    timer = null
    drain()
    if (waiting.length > 0 || unreported === 0) return
    const lines = unreported
    unreported = 0
    push(reportDropped(lines))
    drain()
  }
  return {
    write(line) {
      if (!push(line)) {
        dropped++
        unreported++
        timer ??= setTimeout(retry, retryMs).unref()
      } else if (timer === null) drain()
    },
    flush: drain,
    get dropped() {
      return dropped
    },
  }
}

/** @returns the number of bytes that the descriptor accepted; `null` when it will never accept any again */
function writeSome(fd: number, bytes: Buffer): number | null {
  let at = 0
  try {
    while (at < bytes.length) at += writeSync(fd, bytes, at)
  } catch (error) {
    const { code } = error as { code?: string }
    // A disk that is full may have room again; a pipe whose reader is gone has not.
    if (code !== 'EAGAIN' && code !== 'ENOSPC') return null
  }
  return at
}

/**
 * A descriptor that refuses bytes instead of waiting. A pipe or terminal is opened anew, because the flag of the given one is shared with the process
 * at its other end and with everyone who inherited it.
 */
function withoutBlocking(descriptor: number): number {
  const kind = fstatSync(descriptor)
  if (kind.isFile()) return descriptor
  try {
    return openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch {
    // Sockets, as systemd hands them out, cannot be opened. Systems other than Linux have no such path.
    if (kind.isSocket() || kind.isFIFO()) new Socket({ fd: descriptor, readable: false, writable: true }).unref()
    return descriptor
  }
}
