import { pipeline, Readable } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { maxPieceBytes, type RemoteSource } from '../protocol.ts'
import { maxScanBytes } from './limits.ts'

/** Requests bytes from the hub. */
export type Fetch = (file: number, start: number, end: number) => Promise<Uint8Array>

/** A file whose bytes come from the hub, piece by piece. */
export class RemoteFile {
  readonly path: string
  readonly format: RemoteSource['format']
  readonly size: number
  readonly #compression: RemoteSource['compression']
  readonly #fetch: (start: number, end: number) => Promise<Uint8Array>

  constructor(source: RemoteSource, index: number, fetch: Fetch) {
    this.path = source.path
    this.format = source.format
    this.size = source.size
    this.#compression = source.compression
    this.#fetch = (start, end) => fetch(index, start, end)
  }

  /** Bytes from `start` up to but excluding `end`, as stored. */
  async bytes(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    if (start < 0 || end > this.size || start > end) throw new RangeError('outside the file')
    const all = new Uint8Array(end - start)
    for (let at = start; at < end; at += maxPieceBytes) all.set(await this.#fetch(at, Math.min(end, at + maxPieceBytes)), at - start)
    return all
  }

  /** The unpacked content from its start, up to the scan limit; `cut` is set if there is more. */
  async *content(cut: { isCut: boolean }): AsyncGenerator<Uint8Array> {
    let left = maxScanBytes
    for await (const chunk of this.#unpacked()) {
      if (chunk.length > left) {
        cut.isCut = true
        if (left > 0) yield chunk.subarray(0, left)
        return
      }
      left -= chunk.length
      yield chunk
    }
  }

  #unpacked(): AsyncIterable<Uint8Array> {
    const stored = this.#pieces()
    if (this.#compression === 'none') return stored
    const unpack = this.#compression === 'gzip' ? createGunzip() : createZstdDecompress()
    // The reader gets the error from the stream itself.
    return pipeline(Readable.from(stored), unpack, () => {})
  }

  async *#pieces(): AsyncGenerator<Uint8Array> {
    const step = 1024 * 1024
    for (let at = 0; at < this.size; at += step) yield await this.#fetch(at, Math.min(this.size, at + step))
  }
}
