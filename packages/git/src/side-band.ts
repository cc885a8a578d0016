import { encodePkt, maxPktBytes } from './pkt-line.ts'

/** Channels of a multiplexed response (gitprotocol-pack, "Packfile Data"). */
export const bands = { pack: 1, progress: 2, error: 3 } as const

/** `side-band` allows lines of 1,000 bytes, `side-band-64k` lines of 65,520; both include the channel byte and the length. */
export type SideBand = 'side-band' | 'side-band-64k'

/** Payload bytes of one side-band line. */
export function bandDataBytes(sideBand: SideBand): number {
  return (sideBand === 'side-band' ? 1_000 : maxPktBytes) - 5
}

/** Splits bytes into lines of one channel. Empty input gives no line. */
export function* encodeBand(band: (typeof bands)[keyof typeof bands], payload: string | Uint8Array, sideBand: SideBand): Generator<Buffer> {
  const data = typeof payload === 'string' ? Buffer.from(payload) : payload
  const size = bandDataBytes(sideBand)
  for (let at = 0; at < data.length; at += size) {
    yield encodePkt(Buffer.concat([Buffer.from([band]), data.subarray(at, at + size)]))
  }
}
