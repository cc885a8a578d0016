import type { Random } from './random.ts'

/** Edge-case numbers to put into a count, a length or a type. */
const edges = [0, 1, 2, 7, 8, 9, 12, 13, 64, 127, 128, 255, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff] as const

/** A damaged copy: one to four changes of the kinds caused by corruption or by attackers. */
export function mutate(original: Uint8Array, random: Random): Uint8Array {
  let bytes = new Uint8Array(original)
  for (let changes = 1 + random.below(4); changes > 0 && bytes.length > 0; changes--) {
    const at = random.below(bytes.length)
    const view = new DataView(bytes.buffer)
    switch (random.below(7)) {
      case 0:
        bytes[at] = random.below(256)
        break
      case 1:
        bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8))
        break
      case 2:
        if (at + 4 <= bytes.length) view.setUint32(at, random.pick(edges), random.below(4) > 0)
        break
      case 3:
        if (at + 8 <= bytes.length) view.setBigUint64(at, BigInt(random.pick(edges)) << BigInt(random.below(40)), random.below(4) > 0)
        break
      case 4:
        bytes = bytes.slice(0, at)
        break
      case 5: {
        const length = 1 + random.below(24)
        bytes = join(bytes.subarray(0, at), bytes.subarray(Math.min(bytes.length, at + length)))
        break
      }
      default: {
        const length = 1 + random.below(24)
        bytes = join(bytes.subarray(0, at), bytes.subarray(at, at + length), bytes.subarray(at))
      }
    }
  }
  return bytes
}

function join(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
