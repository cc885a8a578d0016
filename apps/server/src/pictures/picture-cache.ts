import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Picture } from './fetch-picture.ts'

/** Each has an entry in memory and a file. */
const maxEntries = 20_000

interface Entry {
  readonly name: string
  readonly type: string
  readonly size: number
  readonly until: number
}

/**
 * Copies of pictures on the disk, the least recently used removed first. They belong to one process: what an earlier one left is removed with the first
 * use.
 */
export class PictureCache {
  readonly #entries = new Map<string, Entry>()
  readonly #folder: string
  readonly #maxBytes: number
  #bytes = 0
  #ready: Promise<unknown> | null = null

  constructor(folder: string, maxBytes: number) {
    this.#folder = folder
    this.#maxBytes = maxBytes
  }

  async get(url: string, now: number): Promise<Picture | null> {
    const entry = this.#entries.get(url)
    if (entry === undefined) return null
    if (entry.until <= now) {
      await this.#remove(url, entry)
      return null
    }
    this.#entries.delete(url)
    this.#entries.set(url, entry)
    const bytes = await readFile(join(this.#folder, entry.name)).catch(() => null)
    // Removed in the meantime, or by somebody else.
    return bytes?.length === entry.size ? { type: entry.type, bytes } : null
  }

  /** A disk that is full keeps none: the picture is shown anyway. */
  async put(url: string, { type, bytes }: Picture, until: number): Promise<void> {
    if (bytes.length > this.#maxBytes / 4 || this.#entries.has(url)) return
    const entry = { name: createHash('sha256').update(url).digest('hex'), type, size: bytes.length, until }
    this.#entries.set(url, entry)
    this.#bytes += entry.size
    try {
      await (this.#ready ??= this.#open())
      for (const [oldest, other] of this.#entries) {
        if (this.#bytes <= this.#maxBytes && this.#entries.size <= maxEntries) break
        await this.#remove(oldest, other)
      }
      await writeFile(join(this.#folder, entry.name), bytes, { mode: 0o600 })
    } catch {
      this.#ready = null
      await this.#remove(url, entry)
    }
  }

  async #open(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
  }

  async #remove(url: string, entry: Entry): Promise<void> {
    if (this.#entries.get(url) !== entry) return
    this.#entries.delete(url)
    this.#bytes -= entry.size
    await rm(join(this.#folder, entry.name), { force: true })
  }
}
