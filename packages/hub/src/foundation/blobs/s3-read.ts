import { Readable } from 'node:stream'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import type { S3Bucket } from './s3-bucket.ts'
import { storeUnavailable } from './s3-availability.ts'
import { doubtMs } from './s3-requests.ts'
import { isBehindEnd, isMissingKey, storeError } from './s3-errors.ts'

/** How often a read is retried without having received a byte. */
const maxResumes = 4

/**
 * Reads an object, fully or in part, with back-pressure. If the connection breaks, or the store closes it on a slow reader, reading
 * resumes where it stopped.
 * @param missing the error for an object that does not exist
 */
export async function readObjectStream(
  bucket: S3Bucket,
  key: string,
  range: { start: number; end: number } | undefined,
  missing: () => Error,
): Promise<Readable> {
  if (range !== undefined && range.end < range.start) return Readable.from([])
  try {
    const first = await get(bucket, key, range === undefined ? undefined : `bytes=${range.start}-${range.end}`)
    const start = range?.start ?? 0
    const open = async (from: number, last: number) => {
      const next = await get(bucket, key, `bytes=${from}-${last}`, first.etag)
      return next.body
    }
    return new ResumingRead(first.body, { position: start, end: start + first.length }, open, bucket)
  } catch (error) {
    if (isMissingKey(error)) throw missing()
    if (range !== undefined && isBehindEnd(error)) return Readable.from([])
    throw storeError(error)
  }
}

async function get(
  bucket: S3Bucket,
  key: string,
  range: string | undefined,
  etag?: string,
): Promise<{ body: Readable; length: number; etag: string | undefined }> {
  const answer = await bucket.client.send(
    new GetObjectCommand({ Bucket: bucket.config.bucket, Key: bucket.key(key), Range: range, IfMatch: etag }),
  )
  if (!(answer.Body instanceof Readable)) throw storeUnavailable(new Error('The store sent a response without a body.'))
  return { body: answer.Body, length: answer.ContentLength ?? 0, etag: answer.ETag }
}

/** Bytes `position` to `end` (exclusive) of an object, from consecutive response bodies. */
class ResumingRead extends Readable {
  readonly #open: (from: number, last: number) => Promise<Readable>
  readonly #end: number
  #position: number
  #body: Readable | null = null
  #resumes = 0
  readonly #silence: Silence

  constructor(
    first: Readable,
    range: { position: number; end: number },
    open: (from: number, last: number) => Promise<Readable>,
    bucket: S3Bucket,
  ) {
    super({ highWaterMark: 256 * 1024 })
    this.#silence = new Silence(bucket, () => this.#body?.destroy(new Error('The store stopped in the middle of a response.')))
    this.#position = range.position
    this.#end = range.end
    this.#open = open
    this.#attach(first)
  }

  override _read(): void {
    if (this.#body === null) return
    this.#silence.begin()
    this.#body.resume()
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#silence.end()
    this.#body?.destroy()
    callback(error)
  }

  #attach(body: Readable): void {
    if (this.destroyed) {
      body.destroy()
      return
    }
    this.#body = body
    this.#silence.begin()
    let over = false
    const settle = (cause?: unknown) => {
      if (over) return
      over = true
      this.#silence.end()
      this.#body = null
      if (this.#position >= this.#end) this.push(null)
      else this.#resume(cause)
    }
    body.on('data', (chunk: Buffer) => {
      this.#position += chunk.length
      this.#resumes = 0
      this.#silence.end()
      if (this.push(chunk)) this.#silence.begin()
      else body.pause()
    })
    body.on('end', settle).on('error', settle).on('close', settle)
  }

  #resume(cause: unknown): void {
    if (this.destroyed) return
    if (++this.#resumes > maxResumes) {
      this.destroy(storeUnavailable(cause ?? new Error('The store ended a response early.')))
      return
    }
    this.#open(this.#position, this.#end - 1).then(
      (body) => this.#attach(body),
      (error: unknown) => this.destroy(storeError(error)),
    )
  }
}

/** Measures how long the store has sent nothing while it was asked to. Pauses of the reader do not count. */
class Silence {
  readonly #bucket: S3Bucket
  readonly #tooLong: () => void
  #timer: NodeJS.Timeout | null = null

  constructor(bucket: S3Bucket, tooLong: () => void) {
    this.#bucket = bucket
    this.#tooLong = tooLong
  }

  begin(): void {
    if (this.#timer !== null) return
    const { timeoutMs } = this.#bucket.config
    const first = Math.min(doubtMs, timeoutMs)
    this.#timer = setTimeout(() => {
      this.#bucket.availability.doubt()
      this.#timer = setTimeout(this.#tooLong, timeoutMs - first)
    }, first)
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}
