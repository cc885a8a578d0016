import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { plainPicture } from './plain-picture.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
}

function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([8, 2], 8)
  return chunk('IHDR', data)
}

const pixels = chunk('IDAT', deflateSync(Buffer.from([0, 1, 2, 3])))
const end = chunk('IEND', Buffer.alloc(0))
const png = (...middle: Buffer[]) => Buffer.concat([signature, header(1, 1), ...middle, pixels, end])

const segment = (marker: number, ...data: number[]) => Buffer.from([0xff, marker, 0, data.length + 2, ...data])
const frame = (width: number, height: number) => segment(0xc0, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0)
const scan = Buffer.concat([segment(0xda, 1, 1, 0, 0, 63, 0), Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56])])
const start = Buffer.from([0xff, 0xd8])
const stop = Buffer.from([0xff, 0xd9])

test('a PNG keeps what shows it, and loses what tells of it', () => {
  const dirty = Buffer.concat([png(chunk('tEXt', Buffer.from('GPS 1 2')), chunk('eXIf', Buffer.from('x'))), Buffer.from('<script>')])
  expect(plainPicture(dirty)).toEqual({ type: 'image/png', bytes: png() })
})

test('a JPEG keeps what shows it, and loses what tells of it', () => {
  const exif = segment(0xe1, ...Buffer.from('Exif\0\0 somewhere'))
  const adobe = segment(0xee, ...Buffer.from('Adobe'))
  const comment = segment(0xfe, ...Buffer.from('<script>'))
  const dirty = Buffer.concat([start, exif, adobe, comment, frame(2, 3), scan, stop, Buffer.from('PK trailing archive')])
  expect(plainPicture(dirty)).toEqual({ type: 'image/jpeg', bytes: Buffer.concat([start, adobe, frame(2, 3), scan, stop]) })
})

test.for([
  ['nothing', Buffer.alloc(0)],
  ['a page', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['a GIF', Buffer.from('GIF89a\u0001\0\u0001\0')],
  ['more bytes than allowed', Buffer.concat([signature, Buffer.alloc(600 * 1024)])],
  ['a PNG without pixels', Buffer.concat([signature, header(1, 1), end])],
  ['a PNG without an end', Buffer.concat([signature, header(1, 1), pixels])],
  ['a PNG of a million columns', Buffer.concat([signature, header(1_000_000, 1), pixels, end])],
  ['a PNG with two headers', Buffer.concat([signature, header(1, 1), header(9_999, 1), pixels, end])],
  [
    'a PNG whose chunk ends beyond it',
    Buffer.concat([signature, header(1, 1), Buffer.from([0xff, 0xff, 0xff, 0xff]), Buffer.from('IDAT')]),
  ],
  ['a JPEG without a frame', Buffer.concat([start, scan, stop])],
  ['a JPEG without an end', Buffer.concat([start, frame(1, 1), scan])],
  ['a JPEG of no size', Buffer.concat([start, frame(0, 1), scan, stop])],
  ['a JPEG with two frames', Buffer.concat([start, frame(1, 1), frame(60_000, 60_000), scan, stop])],
  ['a JPEG with a segment of no length', Buffer.concat([start, Buffer.from([0xff, 0xe0, 0, 0]), frame(1, 1), scan, stop])],
] as const)('%s is refused', ([, bytes]) => {
  expect(() => plainPicture(bytes)).toThrow(expect.objectContaining({ code: 'avatar.invalid' }) as Error)
})

test('no prefix of a picture crashes the reader', () => {
  const whole = Buffer.concat([start, frame(2, 3), scan, stop])
  for (const picture of [png(), whole]) {
    for (let length = 0; length < picture.length; length++) {
      expect(() => plainPicture(picture.subarray(0, length))).toThrow(expect.objectContaining({ code: 'avatar.invalid' }) as Error)
    }
  }
})
