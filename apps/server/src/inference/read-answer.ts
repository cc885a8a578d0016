import type { UpstreamAnswer } from './call-upstream.ts'
import { UpstreamError } from './upstream-error.ts'

/** The largest response held in memory: embeddings of many texts, an image in base64. */
const maxBytes = 64 * 1024 * 1024

/** Reads the whole body. @throws {UpstreamError} when it stalls, is cut off, or is over 64 MiB */
export function readAnswer(answer: UpstreamAnswer, idleMs: number): Promise<Buffer> {
  const { message, deadline } = answer
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let size = 0
    let isWhole = false
    message.on('data', (piece: Buffer) => {
      deadline.restart(idleMs)
      pieces.push(piece)
      size += piece.length
      if (size <= maxBytes) return
      reject(new UpstreamError('garbage', 'the response is too large'))
      message.destroy()
    })
    message.on('end', () => {
      isWhole = true
      resolve(Buffer.concat(pieces))
    })
    message.on('close', () => {
      // Capturing a stack is expensive, so create the error only when it is needed.
      if (!isWhole) reject(answer.fault() ?? new UpstreamError('broken', 'the response was cut off'))
    })
  })
}

/** Reads a body that is a JSON object or list. @throws {UpstreamError} */
export async function readJsonAnswer(answer: UpstreamAnswer, idleMs: number): Promise<{ bytes: Buffer; value: Record<string, unknown> }> {
  const bytes = await readAnswer(answer, idleMs)
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    if (typeof value === 'object' && value !== null) return { bytes, value: value as Record<string, unknown> }
  } catch {
    // Fall through: it is not JSON.
  }
  throw new UpstreamError('garbage', 'the response is not valid JSON')
}
