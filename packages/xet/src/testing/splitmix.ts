/** Random bytes as the reference tests of chunking make them (splitmix64). */
export function splitmixBytes(length: number, seed: bigint): Uint8Array {
  const bytes = Buffer.alloc(Math.ceil(length / 8) * 8)
  let state = seed
  const word = (value: bigint) => BigInt.asUintN(64, value)
  for (let at = 0; at < bytes.length; at += 8) {
    state = word(state + 0x9e3779b97f4a7c15n)
    let z = state
    z = word((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n)
    z = word((z ^ (z >> 27n)) * 0x94d049bb133111ebn)
    bytes.writeBigUInt64LE(z ^ (z >> 31n), at)
  }
  return bytes.subarray(0, length)
}
