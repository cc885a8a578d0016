import { crc32, deflateSync } from 'node:zlib'

/** A PNG whose left and right halves have one color each, given as `[red, green, blue]`. */
export function twoColors(width: number, height: number, left: readonly number[], right: readonly number[]): Buffer {
  const row = [0, ...Array.from({ length: width }, (_, x) => (x < width / 2 ? left : right)).flat()]
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const pixels = deflateSync(Buffer.from(Array.from({ length: height }, () => row).flat()))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

/** Width, height and bits per channel of a PNG, from its header. */
export function pngSize(png: Uint8Array): { width: number; height: number } {
  const file = Buffer.from(png)
  if (file.toString('latin1', 1, 4) !== 'PNG') throw new Error('no PNG')
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), body])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
