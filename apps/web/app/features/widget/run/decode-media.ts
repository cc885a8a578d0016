/** Drawings have no intrinsic pixel size, so they are rendered at this width. */
const drawingWidth = 960

/**
 * Converts an image to a format that workers and inference servers can read: drawings (SVG) become PNG, everything else stays as is.
 * @throws {Error} when the browser cannot read it
 */
export async function decodePicture(blob: Blob): Promise<Blob> {
  if (!blob.type.startsWith('image/svg')) return blob
  const address = URL.createObjectURL(blob)
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    const ratio = picture.naturalHeight / picture.naturalWidth || 2 / 3
    const canvas = document.createElement('canvas')
    canvas.width = drawingWidth
    canvas.height = Math.round(drawingWidth * ratio)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('The picture could not be drawn.'))), 'image/png'),
    )
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** Decodes audio to mono samples. @param rate samples per second @throws {DOMException} when the browser cannot read it */
export async function decodeSound(blob: Blob, rate: number): Promise<Float32Array> {
  const context = new OfflineAudioContext(1, 1, rate)
  const sound = await context.decodeAudioData(await blob.arrayBuffer())
  const [first = new Float32Array(), ...others] = Array.from({ length: sound.numberOfChannels }, (_, i) => sound.getChannelData(i))
  if (others.length === 0) return first
  return first.map((value, i) => others.reduce((sum, channel) => sum + (channel[i] ?? 0), value) / (others.length + 1))
}
