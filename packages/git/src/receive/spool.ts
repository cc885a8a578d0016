import { readSync } from 'node:fs'
import { type FileHandle, open, unlink } from 'node:fs/promises'

/** Below this a spool stays in memory. Bytes. */
const inMemory = 4 * 1024 * 1024

/** Where the bytes of a spool are. Threads of one process share descriptors, so another thread can read them as well. */
export interface SpooledBytes {
  readonly size: number
  /** All of them, unless they are in a file. */
  readonly memory: Uint8Array | null
  /** Descriptor of the file; it belongs to the spool. */
  readonly file: number | null
}

/** `length` bytes from `offset`, fewer at the end. */
export function readSpooled({ size, memory, file }: SpooledBytes, offset: number, length: number): Buffer {
  const wanted = Math.max(0, Math.min(length, size - offset))
  if (memory !== null) return Buffer.from(memory.buffer, memory.byteOffset + offset, wanted)
  const target = Buffer.allocUnsafe(wanted)
  readFully(file ?? -1, target, offset)
  return target
}

/** Fills `target` from a position of a file. */
export function readFully(file: number, target: Buffer, position: number): void {
  for (let done = 0; done < target.length;) {
    const bytesRead = readSync(file, target, done, target.length - done, position + done)
    if (bytesRead === 0) throw new Error('A spool file is shorter than what was written to it')
    done += bytesRead
  }
}

/**
 * Bytes that arrive in sequence and are read in any order once all are there: in memory while they are few, then in an unlinked file. The file is
 * unlinked as soon as it is open, so that a killed process leaves nothing behind.
 */
export class Spool implements AsyncDisposable {
  readonly #path: string
  readonly #memoryBytes: number
  #memory: Buffer = Buffer.alloc(0)
  #file: FileHandle | null = null
  #size = 0

  /** @param path of the file if one is needed; its folder exists */
  constructor(path: string, memoryBytes = inMemory) {
    this.#path = path
    this.#memoryBytes = memoryBytes
  }

  /** Bytes so far. */
  get size(): number {
    return this.#size
  }

  /** What has been written so far; valid until the next `append`, or until the spool is disposed of. */
  get bytes(): SpooledBytes {
    const { length } = this.#memory
    return this.#file === null
      ? { size: this.#size, memory: length === this.#size ? this.#memory : this.#memory.subarray(0, this.#size), file: null }
      : { size: this.#size, memory: null, file: this.#file.fd }
  }

  /** @returns where the chunk starts */
  async append(piece: Uint8Array): Promise<number> {
    const at = this.#size
    if (this.#file === null && at + piece.length <= this.#memoryBytes) {
      this.#room(at + piece.length).set(piece, at)
    } else {
      this.#file ??= await this.#openFile(at)
      for (let done = 0; done < piece.length;) done += (await this.#file.write(piece, done, piece.length - done, at + done)).bytesWritten
    }
    this.#size = at + piece.length
    return at
  }

  /** `length` bytes from `offset`, fewer at the end. The result is only valid until the next `append`. */
  read(offset: number, length: number): Buffer {
    return readSpooled(this.bytes, offset, length)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#memory = Buffer.alloc(0)
    const file = this.#file
    this.#file = null
    await file?.close()
    // On systems where an open file cannot be unlinked, it is removed now.
    if (file) await unlink(this.#path).catch(() => {})
  }

  #room(bytes: number): Buffer {
    if (bytes > this.#memory.length) {
      // Memory of its own, which is copied to the threads that read it. Shared memory would only be freed with other garbage: V8 does not count it.
      const larger = Buffer.allocUnsafeSlow(Math.max(64 * 1024, bytes, Math.min(2 * this.#memory.length, this.#memoryBytes)))
      this.#memory.copy(larger)
      this.#memory = larger
    }
    return this.#memory
  }

  async #openFile(held: number): Promise<FileHandle> {
    const file = await open(this.#path, 'wx+', 0o600)
    await unlink(this.#path).catch(() => {})
    try {
      await file.writeFile(this.#memory.subarray(0, held))
    } catch (error) {
      await file.close()
      throw error
    }
    this.#memory = Buffer.alloc(0)
    return file
  }
}
