import type { ReadRange } from '../byte-source.ts'

export interface CountedRead {
  readonly read: ReadRange
  /** Bytes served, and number of reads. */
  readonly served: () => { readonly bytes: number; readonly reads: number }
}

/** Ranged reads of bytes in memory, counted. With `endless`, zeros follow the bytes, as from a hostile server. */
export function inMemory(file: Uint8Array, { endless = false }: { endless?: boolean } = {}): CountedRead {
  let [bytes, reads] = [0, 0]
  return {
    read: async (start, endExclusive) => {
      reads++
      let part = file.subarray(start, endExclusive)
      if (endless && part.length < endExclusive - start) {
        const padded = new Uint8Array(endExclusive - start)
        padded.set(part)
        part = padded
      }
      bytes += part.length
      return part
    },
    served: () => ({ bytes, reads }),
  }
}
