/** Block size for hashing: shorter matches are not searched for. */
const blockBytes = 16
/** How many positions with the same hash are tried. */
const maxChain = 16
/** Shorter common ends are inserted literally: a copy takes as many bytes. */
const minEnd = 8
/** Maximum size of one copy instruction; git writes no longer ones (gitformat-pack, "Deltified representation"). */
const maxCopy = 0x10000
const maxInsert = 0x7f
const factor = 0x01000193

/**
 * Encodes how to build `target` from `base`, in the instructions of a pack (gitformat-pack, "Deltified representation").
 * The time is linear in the sum of the lengths, whatever they contain.
 * @param options.maxBytes maximum size of the result; default: the length of the target
 * @param options.ends only compare the common prefix and suffix: right for trees, where nothing else repeats
 * @returns `null` when the result would be longer than `maxBytes`
 */
export function encodeDelta(base: Buffer, target: Buffer, options: { maxBytes?: number; ends?: boolean } = {}): Buffer | null {
  const out = new Instructions(options.maxBytes ?? target.length)
  out.size(base.length)
  out.size(target.length)
  const prefix = atLeast(minEnd, equalPrefix(base, target))
  const suffix = atLeast(minEnd, equalSuffix(base, target, prefix))
  if (prefix > 0) out.copy(0, prefix)
  const end = target.length - suffix
  if (end - prefix < blockBytes) out.insert(target, prefix, end)
  else {
    const range = options.ends === true ? { from: prefix, to: base.length - suffix } : { from: 0, to: base.length }
    matchMiddle(base, range, target, prefix, end, out)
  }
  if (suffix > 0) out.copy(base.length - suffix, suffix)
  return out.result()
}

/** The number of bytes two buffers have in common at their start. */
export function equalPrefix(a: Buffer, b: Buffer): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  // Whole pages are compared by memcmp; only the one that differs is compared byte by byte.
  while (at + 512 <= most && a.compare(b, at, at + 512, at, at + 512) === 0) at += 512
  while (at < most && a[at] === b[at]) at++
  return at
}

/** The number of bytes two buffers have in common at their end, not counting the first `taken` of either. */
export function equalSuffix(a: Buffer, b: Buffer, taken: number): number {
  const most = Math.min(a.length, b.length) - taken
  let n = 0
  const same = (bytes: number) => a.compare(b, b.length - n - bytes, b.length - n, a.length - n - bytes, a.length - n) === 0
  while (n + 512 <= most && same(512)) n += 512
  while (n < most && a[a.length - n - 1] === b[b.length - n - 1]) n++
  return n
}

function atLeast(least: number, value: number): number {
  return value < least ? 0 : value
}

function matchMiddle(
  base: Buffer,
  range: { from: number; to: number },
  target: Buffer,
  start: number,
  end: number,
  out: Instructions,
): void {
  const index = new BlockIndex(base, range.from, range.to)
  let work = 32 * (range.to - range.from + end - start) + 65_536
  let literal = start
  let at = start
  let hash = 0
  let hashed = -1
  while (at + blockBytes <= end && !out.isFull && work > 0) {
    hash =
      hashed === at - 1 && at > start
        ? index.roll(hash, target[at - 1] as number, target[at + blockBytes - 1] as number)
        : hashBlock(target, at)
    hashed = at
    let best = 0
    let bestAt = 0
    let tries = 0
    for (let candidate = index.first(hash); candidate >= 0 && tries < maxChain; candidate = index.next(candidate), tries++) {
      const from = index.position(candidate)
      const length = matchLength(base, from, range.to, target, at, end)
      work -= length + 1
      if (length > best) {
        best = length
        bestAt = from
      }
    }
    if (best < blockBytes) {
      at++
      continue
    }
    let back = 0
    while (at - back > literal && bestAt - back > range.from && base[bestAt - back - 1] === target[at - back - 1]) back++
    out.insert(target, literal, at - back)
    out.copy(bestAt - back, best + back)
    at += best
    literal = at
  }
  out.insert(target, literal, end)
}

function matchLength(base: Buffer, from: number, baseEnd: number, target: Buffer, at: number, end: number): number {
  const most = Math.min(baseEnd - from, end - at)
  let n = 0
  while (n < most && base[from + n] === target[at + n]) n++
  return n
}

function hashBlock(bytes: Buffer, at: number): number {
  let hash = 0
  for (let i = 0; i < blockBytes; i++) hash = (Math.imul(hash, factor) + (bytes[at + i] as number)) | 0
  return hash
}

/** `factor` to the power of the block length minus one: the weight of its first byte. */
let weight = 1
for (let i = 1; i < blockBytes; i++) weight = Math.imul(weight, factor)

/** The position of each block of the base, by a rolling hash. */
class BlockIndex {
  readonly #heads: Int32Array
  readonly #nexts: Int32Array
  readonly #mask: number
  readonly #from: number

  constructor(base: Buffer, from: number, to: number) {
    const blocks = Math.max(0, Math.floor((to - from) / blockBytes))
    let size = 16
    while (size < blocks * 2) size *= 2
    this.#mask = size - 1
    this.#heads = new Int32Array(size).fill(-1)
    this.#nexts = new Int32Array(blocks)
    this.#from = from
    let before = 0
    for (let block = 0; block < blocks; block++) {
      const hash = hashBlock(base, from + block * blockBytes)
      // For a run of equal blocks the first is enough: a match extends from there.
      if (block > 0 && hash === before) continue
      before = hash
      const slot = this.#slot(hash)
      this.#nexts[block] = this.#heads[slot] as number
      this.#heads[slot] = block
    }
  }

  first(hash: number): number {
    return this.#heads[this.#slot(hash)] as number
  }

  next(block: number): number {
    return this.#nexts[block] as number
  }

  position(block: number): number {
    return this.#from + block * blockBytes
  }

  /** The hash of the block one byte further along. */
  roll(hash: number, leaving: number, entering: number): number {
    return (Math.imul(hash - Math.imul(leaving, weight), factor) + entering) | 0
  }

  #slot(hash: number): number {
    return (Math.imul(hash, 0x9e3779b1) >>> 7) & this.#mask
  }
}

class Instructions {
  #bytes: Buffer = Buffer.allocUnsafe(256)
  #length = 0
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  get isFull(): boolean {
    return this.#length > this.#max
  }

  result(): Buffer | null {
    return this.isFull ? null : this.#bytes.subarray(0, this.#length)
  }

  /** Seven bits per byte, least significant first. */
  size(value: number): void {
    this.#room(8)
    let rest = value
    while (rest >= 0x80) {
      this.#push((rest & 0x7f) | 0x80)
      rest = Math.floor(rest / 128)
    }
    this.#push(rest)
  }

  copy(offset: number, length: number): void {
    for (let done = 0; done < length && !this.isFull; done += maxCopy) this.#copyOnce(offset + done, Math.min(maxCopy, length - done))
  }

  insert(source: Buffer, from: number, to: number): void {
    for (let at = from; at < to && !this.isFull; at += maxInsert) {
      const end = Math.min(to, at + maxInsert)
      this.#room(end - at + 1)
      this.#push(end - at)
      source.copy(this.#bytes, this.#length, at, end)
      this.#length += end - at
    }
  }

  /** Only nonzero bytes are written; the first byte says which ones. A size of 0x10000 is encoded by omitting it. */
  #copyOnce(offset: number, length: number): void {
    this.#room(8)
    const head = this.#length++
    let bits = 0x80
    for (let i = 0; i < 4; i++) {
      const byte = (offset >>> (8 * i)) & 0xff
      if (byte === 0) continue
      bits |= 1 << i
      this.#push(byte)
    }
    for (let i = 0; length !== maxCopy && i < 2; i++) {
      const byte = (length >>> (8 * i)) & 0xff
      if (byte === 0) continue
      bits |= 0x10 << i
      this.#push(byte)
    }
    this.#bytes[head] = bits
  }

  #push(byte: number): void {
    this.#bytes[this.#length++] = byte
  }

  #room(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return
    const grown = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + bytes))
    this.#bytes.copy(grown, 0, 0, this.#length)
    this.#bytes = grown
  }
}
