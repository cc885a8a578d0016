import { PackError } from './pack-error.ts'

/** Sizes announced in a delta's header (gitformat-pack, "Deltified representation"). */
export interface DeltaHead {
  readonly baseBytes: number
  readonly resultBytes: number
  /** Where the instructions start. */
  readonly at: number
}

/** @throws {PackError} */
export function readDeltaHead(delta: Uint8Array): DeltaHead {
  const base = readSize(delta, 0)
  const result = readSize(delta, base.at)
  return { baseBytes: base.size, resultBytes: result.size, at: result.at }
}

/**
 * Applies a delta to its base. Check the header first: it says how much memory this takes.
 * @param room provides memory for the result
 * @throws {PackError}
 */
export function applyDelta(
  base: Uint8Array,
  delta: Uint8Array,
  head: DeltaHead = readDeltaHead(delta),
  room: (size: number) => Buffer = Buffer.allocUnsafe,
): Buffer {
  if (head.baseBytes !== base.length) throw broken('does not match the size of its base')
  const result = room(head.resultBytes)
  let at = head.at
  let filled = 0
  while (at < delta.length) {
    const instruction = delta[at++] ?? 0
    if (instruction & 0x80) {
      let offset = 0
      let length = 0
      for (let bit = 0; bit < 4; bit++) if (instruction & (1 << bit)) offset += (delta[at++] ?? Number.NaN) * 2 ** (8 * bit)
      for (let bit = 0; bit < 3; bit++) if (instruction & (0x10 << bit)) length += (delta[at++] ?? Number.NaN) * 2 ** (8 * bit)
      if (length === 0) length = 0x10000
      // NaN if the delta ended inside the instruction: every comparison is false then.
      if (!(offset + length <= base.length && filled + length <= result.length)) throw broken('copies past the end of its base')
      result.set(base.subarray(offset, offset + length), filled)
      filled += length
    } else {
      if (instruction === 0) throw broken('has an unknown instruction')
      if (at + instruction > delta.length || filled + instruction > result.length) throw broken('inserts past its own end')
      result.set(delta.subarray(at, at + instruction), filled)
      at += instruction
      filled += instruction
    }
  }
  if (filled !== result.length) throw broken('does not produce the declared size')
  return result
}

function readSize(delta: Uint8Array, start: number): { size: number; at: number } {
  let size = 0
  for (let at = start; at < delta.length && at < start + 7; at++) {
    const byte = delta[at] ?? 0
    size += (byte & 0x7f) * 2 ** (7 * (at - start))
    if (byte < 0x80) return { size, at: at + 1 }
  }
  throw broken('has a malformed header')
}

function broken(what: string): PackError {
  return new PackError(`a delta in the pack ${what}`)
}
