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
  #ready: Promise<void> | null = null

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
    if (bytes?.length === entry.size) return { type: entry.type, bytes }
    // Removed or cut short, by us in the meantime or by somebody else: the next one is kept again.
    await this.#remove(url, entry)
    return null
  }

  /** The caller puts one picture for an address at a time. A disk that is full keeps none: the picture is shown anyway. */
  async put(url: string, { type, bytes }: Picture, until: number): Promise<void> {
    if (bytes.length > this.#maxBytes / 4 || this.#entries.has(url)) return
    const entry = { name: createHash('sha256').update(url).digest('hex'), type, size: bytes.length, until }
    // Counted before it is written, and found afterwards: whoever looks in between must not take it for one that is gone.
    this.#bytes += entry.size
    try {
      await (this.#ready ??= this.#open())
      for (const [oldest, other] of this.#entries) {
        if (this.#bytes <= this.#maxBytes && this.#entries.size < maxEntries) break
        await this.#remove(oldest, other)
      }
      await writeFile(join(this.#folder, entry.name), bytes, { mode: 0o600 })
      this.#entries.set(url, entry)
    } catch (error) {
      // Somebody removed the folder.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') this.#ready = null
      this.#bytes -= entry.size
      await rm(join(this.#folder, entry.name), { force: true }).catch(() => {})
    }
  }

  /** Tried again with the next picture when it fails. */
  #open(): Promise<void> {
    const opened = (async () => {
      await rm(this.#folder, { recursive: true, force: true })
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    })()
    opened.catch(() => (this.#ready = null))
    return opened
  }

  async #remove(url: string, entry: Entry): Promise<void> {
    if (this.#entries.get(url) !== entry) return
    this.#entries.delete(url)
    this.#bytes -= entry.size
    await rm(join(this.#folder, entry.name), { force: true })
  }
}
