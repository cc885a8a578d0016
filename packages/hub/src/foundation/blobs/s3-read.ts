import { Readable } from 'node:stream'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import { HubError } from '@portolan/contract'
import type { S3Bucket } from './s3-bucket.ts'
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
    return new ResumingRead(first.body, { position: start, end: start + first.length }, async (from, last) => {
      const next = await get(bucket, key, `bytes=${from}-${last}`, first.etag)
      return next.body
    })
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
  if (!(answer.Body instanceof Readable))
    throw new HubError('storage.unavailable', {}, { cause: new Error('The store sent a response without a body.') })
  return { body: answer.Body, length: answer.ContentLength ?? 0, etag: answer.ETag }
}

/** Bytes `position` to `end` (exclusive) of an object, from consecutive response bodies. */
class ResumingRead extends Readable {
  readonly #open: (from: number, last: number) => Promise<Readable>
  readonly #end: number
  #position: number
  #body: Readable | null = null
  #resumes = 0

  constructor(first: Readable, range: { position: number; end: number }, open: (from: number, last: number) => Promise<Readable>) {
    super({ highWaterMark: 256 * 1024 })
    this.#position = range.position
    this.#end = range.end
    this.#open = open
    this.#attach(first)
  }

  override _read(): void {
    this.#body?.resume()
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#body?.destroy()
    callback(error)
  }

  #attach(body: Readable): void {
    if (this.destroyed) {
      body.destroy()
      return
    }
    this.#body = body
    let over = false
    const settle = (cause?: unknown) => {
      if (over) return
      over = true
      this.#body = null
      if (this.#position >= this.#end) this.push(null)
      else this.#resume(cause)
    }
    body.on('data', (chunk: Buffer) => {
      this.#position += chunk.length
      this.#resumes = 0
      if (!this.push(chunk)) body.pause()
    })
    body.on('end', settle).on('error', settle).on('close', settle)
  }

  #resume(cause: unknown): void {
    if (this.destroyed) return
    if (++this.#resumes > maxResumes) {
      this.destroy(new HubError('storage.unavailable', {}, { cause: cause ?? new Error('The store ended a response early.') }))
      return
    }
    this.#open(this.#position, this.#end - 1).then(
      (body) => this.#attach(body),
      (error: unknown) => this.destroy(storeError(error)),
    )
  }
}
