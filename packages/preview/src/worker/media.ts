/** The media type of bytes, detected by their magic number: only types that browsers display without running anything. */
export function mediaTypeOf(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12)).toString('latin1')
  if (text.startsWith('\x89PNG\r\n')) return 'image/png'
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (text.startsWith('GIF8')) return 'image/gif'
  if (text.startsWith('BM') && bytes.length > 54) return 'image/bmp'
  if (text.startsWith('RIFF') && text.slice(8) === 'WEBP') return 'image/webp'
  if (text.startsWith('RIFF') && text.slice(8) === 'WAVE') return 'audio/wav'
  if (text.startsWith('fLaC')) return 'audio/flac'
  if (text.startsWith('OggS')) return 'audio/ogg'
  if (text.startsWith('ID3') || /^\xff[\xfb\xf3\xf2]/.test(text)) return 'audio/mpeg'
  return null
}
