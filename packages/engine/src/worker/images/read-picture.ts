import type { EngineFile, Json } from '@portolan/hub'
import { InputError } from '../input-error.ts'
import { fileBytes } from '../inputs.ts'
import type { TaskContext } from '../run-task.ts'
import { fromRuntime, type RawImage, type Sharp } from '../runtime.ts'

/** Formats that are programs (SVG, PDF) are neither for a model nor for this process. */
const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif', 'avif'])
const maxPixels = 50_000_000

/** Decodes a picture. @throws {InputError} if it is not a picture, or too large */
export async function readPicture({ runtime, entry }: TaskContext, inputs: Json | EngineFile): Promise<RawImage> {
  const bytes = fileBytes(inputs, 'an image')
  const sharp = fromRuntime(entry)('sharp') as Sharp
  const {
    format,
    width = 0,
    height = 0,
  } = await sharp(bytes)
    .metadata()
    .catch(() => unreadable())
  if (format === undefined || !formats.has(format)) unreadable()
  if (width * height > maxPixels) throw new InputError(`The image has ${width} × ${height} pixels; at most ${maxPixels} are supported.`)
  return await runtime.RawImage.fromBlob(new Blob([bytes as Uint8Array<ArrayBuffer>])).catch(() => unreadable())
}

function unreadable(): never {
  throw new InputError('The image cannot be read. Use JPEG, PNG, WebP, GIF, or TIFF.')
}
