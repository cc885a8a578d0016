import { Readable } from 'node:stream'

/**
 * Passes every chunk of a stream to `take`, waiting whenever it returns a promise. Uses events instead of an iterator:
 * for a large upload the iterator's promise per chunk costs as much as hashing.
 *
 * When `take` fails, the stream is left paused and open: an HTTP request can still be answered on its socket. When the stream fails, it waits for
 * pending calls of `take` first: the caller may then clean up, and nothing touches a chunk any more.
 * @throws the error from the stream or `take`; `ERR_STREAM_PREMATURE_CLOSE` when the sender disconnects
 */
export async function forEachChunk(
  content: Readable | AsyncIterable<Uint8Array>,
  take: (chunk: Uint8Array) => Promise<void> | null,
): Promise<void> {
  if (!(content instanceof Readable)) {
    for await (const chunk of content) await take(chunk)
    return
  }
  if (content.errored) throw content.errored
  if (content.readableEnded) return
  if (content.destroyed) throw prematureClose()
  await new Promise<void>((resolve, reject) => {
    let waiting = false
    let ended = false
    let failed: (() => void) | null = null
    const settle = (outcome: () => void) => {
      content.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose)
      content.pause()
      if (waiting) failed = outcome
      else outcome()
    }
    const onError = (error: unknown) => settle(() => reject(error))
    const onEnd = () => {
      ended = true
      if (!waiting) settle(resolve)
    }
    const onClose = () => {
      if (!ended) onError(prematureClose())
    }
    const onData = (chunk: Uint8Array) => {
      let room: Promise<void> | null
      try {
        room = take(chunk)
      } catch (error) {
        onError(error)
        return
      }
      if (room === null) return
      waiting = true
      content.pause()
      room.then(
        () => {
          waiting = false
          if (failed !== null) failed()
          else if (ended) settle(resolve)
          else content.resume()
        },
        (error: unknown) => {
          waiting = false
          if (failed !== null) failed()
          else onError(error)
        },
      )
    }
    content.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
  })
}

function prematureClose(): Error {
  return Object.assign(new Error('The sender disconnected before the end.'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
}
