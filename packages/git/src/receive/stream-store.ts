import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs'
import { readFully } from './spool.ts'

/** The first streams stay in memory. Bytes. */
const inMemory = 16 * 1024 * 1024
/** The others are written to the file so many at a time. Bytes. */
const writeBytes = 512 * 1024

/**
 * The streams of objects built from deltas, read in any order: in memory while they are few, the others in an unlinked file. Reads and writes are
 * synchronous: there are hundreds of thousands of short ones, each of which would cost more in the thread pool of the runtime than it takes.
 */
export class StreamStore implements Disposable {
  readonly #path: string
  readonly #memoryBytes: number
  #memory: Buffer = Buffer.alloc(0)
  /** Bytes in memory, before those of the file. */
  #held = 0
  #file: number | null = null
  /** Bytes in the file. */
  #written = 0
  /** What comes after them. */
  #pending: Buffer = Buffer.alloc(0)
  #waiting = 0

  /** @param path of the file if one is needed; its folder exists */
  constructor(path: string, memoryBytes = inMemory) {
    this.#path = path
    this.#memoryBytes = memoryBytes
  }

  /** @returns where the stream starts */
  append(stream: Uint8Array): number {
    const at = this.#held + this.#written + this.#waiting
    if (this.#file === null && at + stream.length <= this.#memoryBytes) {
      this.#room(at + stream.length).set(stream, at)
      this.#held = at + stream.length
      return at
    }
    this.#file ??= this.#openFile()
    if (this.#waiting + stream.length > this.#pending.length) this.#flush()
    if (stream.length > this.#pending.length) this.#write(stream)
    else {
      this.#pending.set(stream, this.#waiting)
      this.#waiting += stream.length
    }
    return at
  }

  /** A stream that was appended. */
  read(at: number, length: number): Buffer {
    if (at < this.#held) return this.#memory.subarray(at, at + length)
    const position = at - this.#held
    if (position >= this.#written) {
      const start = position - this.#written
      // A copy: this memory is used again.
      return Buffer.from(this.#pending.subarray(start, start + length))
    }
    const target = Buffer.allocUnsafe(length)
    readFully(this.#file ?? -1, target, position)
    return target
  }

  [Symbol.dispose](): void {
    this.#memory = this.#pending = Buffer.alloc(0)
    const file = this.#file
    this.#file = null
    if (file === null) return
    closeSync(file)
    // On systems where an open file cannot be unlinked, it is removed now.
    remove(this.#path)
  }

  #flush(): void {
    const waiting = this.#pending.subarray(0, this.#waiting)
    this.#waiting = 0
    this.#write(waiting)
  }

  #write(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length;) {
      const count = writeSync(this.#file ?? -1, bytes, done, bytes.length - done, this.#written)
      done += count
      this.#written += count
    }
  }

  #room(bytes: number): Buffer {
    if (bytes > this.#memory.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(64 * 1024, bytes, Math.min(2 * this.#memory.length, this.#memoryBytes)))
      this.#memory.copy(larger)
      this.#memory = larger
    }
    return this.#memory
  }

  #openFile(): number {
    const file = openSync(this.#path, 'wx+', 0o600)
    remove(this.#path)
    this.#pending = Buffer.allocUnsafeSlow(writeBytes)
    return file
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path)
  } catch {}
}
