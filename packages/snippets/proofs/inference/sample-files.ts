import { Buffer } from 'node:buffer'

/** Eight by eight pixels of one shade of blue. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFElEQVR4nGOUi1rAgA0wYRUdtBIA3xYBKJ8tkFUAAAAASUVORK5CYII=',
  'base64',
)
const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wAARCAAIAAgDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwCrRRRXQYH/2Q==',
  'base64',
)
/**
 * FLAC marker and stream description (RFC 9639, section 8.2), 16 kHz, no frames; contains the bytes 00, 0a, 0d and ff, which careless copying
 * changes.
 */
const flac = Buffer.from('664c61438000002210001000000000000000000003e800f00000000000000d0a00ff25f026100d0a000000000000ff', 'hex')
/** A WAV header and four samples of silence. */
const wav = Buffer.from('524946462c00000057415645666d74201000000001000100803e0000007d00000200100064617461080000000000000000000000', 'hex')
/** The first box of an MP4 file, and an empty one for the video. */
const mp4 = Buffer.from('000000186674797069736f6d0000020069736f6d6d7034310000000866726565', 'hex')

const byExtension: Readonly<Record<string, readonly [mediaType: string, bytes: Buffer]>> = {
  png: ['image/png', png],
  jpg: ['image/jpeg', jpeg],
  jpeg: ['image/jpeg', jpeg],
  flac: ['audio/flac', flac],
  wav: ['audio/wav', wav],
  mp3: ['audio/mpeg', Buffer.from('494433030000000000000d0a00ff', 'hex')],
  mp4: ['video/mp4', mp4],
}

/** The content of a file with that name, or at that URL, wherever code is run here. */
export function sampleFile(name: string): { readonly mediaType: string; readonly bytes: Buffer } {
  const extension = /\.(\w+)(?:[?#].*)?$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const [mediaType, bytes] = byExtension[extension] ?? ['application/octet-stream', Buffer.from('00ff0d0a7e', 'hex')]
  return { mediaType, bytes }
}
