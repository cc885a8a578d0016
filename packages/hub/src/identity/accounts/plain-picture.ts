import { HubError, limits } from '@portolan/contract'

/** A picture stripped of everything else: no comments, no location or camera data, no frames. */
export interface PlainPicture {
  readonly type: 'image/png' | 'image/jpeg'
  readonly bytes: Buffer
}

/**
 * Parses a PNG or JPEG, checks its size in bytes and pixels, and reassembles only what displays the picture. Anything in between, before
 * or after (locations of photos, scripts after an image's end) is left out. The pixels themselves are not decoded: there is no
 * decompression bomb to worry about.
 * @throws {HubError} `avatar.invalid`
 */
export function plainPicture(bytes: Buffer): PlainPicture {
  if (bytes.length > limits.avatarBytes) throw invalid(`A picture can have at most ${limits.avatarBytes / 1024} KiB`)
  if (bytes.subarray(0, 8).equals(pngSignature)) return { type: 'image/png', bytes: plainPng(bytes) }
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return { type: 'image/jpeg', bytes: plainJpeg(bytes) }
  throw invalid('A picture must be a PNG or a JPEG')
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** What a still picture and its colors require (PNG, third edition, sections 5.6 and 11). */
const pngChunks = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT'])

function plainPng(bytes: Buffer): Buffer {
  const kept: Buffer[] = [pngSignature]
  let at = 8
  let hasPixels = false
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) break
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (at === 8 && type !== 'IHDR') break
    if (type === 'IHDR') {
      if (at !== 8 || end - at !== 25) break
      checkPixels(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12))
    }
    hasPixels ||= type === 'IDAT'
    if (pngChunks.has(type)) kept.push(bytes.subarray(at, end))
    if (type === 'IEND') {
      if (!hasPixels) break
      return Buffer.concat(kept)
    }
    at = end
  }
  throw invalid('The PNG is damaged')
}

/** Markers of frames (ITU-T T.81, table B.1): they contain width and height. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function plainJpeg(bytes: Buffer): Buffer {
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let at = 2
  let hasFrame = false
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length || end < at + 4) break
    if (isFrame(marker)) {
      if (hasFrame || end - at < 10) break
      checkPixels(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))
      hasFrame = true
    }
    // APP14 says how colors are stored; all other application segments, and comments, are dropped.
    const isMetadata = (marker >= 0xe0 && marker <= 0xef && marker !== 0xee) || marker === 0xfe
    if (!isMetadata) kept.push(bytes.subarray(at, end))
    if (marker !== 0xda) {
      at = end
      continue
    }
    if (!hasFrame) break
    at = endOfScan(bytes, end)
    kept.push(bytes.subarray(end, at))
    if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return Buffer.concat([...kept, bytes.subarray(at, at + 2)])
  }
  throw invalid('The JPEG is damaged')
}

/** Position of the next marker: within a scan, `ff 00` is data and `ff d0` to `ff d7` restart it. */
function endOfScan(bytes: Buffer, start: number): number {
  let at = start
  while (at + 1 < bytes.length) {
    const next = bytes[at + 1] ?? 0
    if (bytes[at] === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
    at++
  }
  return bytes.length
}

function checkPixels(width: number, height: number): void {
  const max = limits.avatarPixels
  if (width < 1 || height < 1 || width > max || height > max) throw invalid(`A picture can have at most ${max} × ${max} pixels`)
}

function invalid(message: string): HubError {
  return new HubError('avatar.invalid', { message, field: 'picture' })
}
