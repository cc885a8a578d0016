import type { RemoteFile } from './remote-file.ts'
import type { Table } from './table.ts'
import { linesOf } from './text-records.ts'

/** One row per line. */
export function openText(file: RemoteFile): Table {
  const cut = { isCut: false, passed: 0 }
  return {
    columns: [{ name: 'text', type: 'string' }],
    hiddenColumns: 0,
    count: null,
    cut,
    async *rows(offset, limit) {
      let index = 0
      let piece: unknown[][] = []
      for await (const line of linesOf(file.content(cut))) {
        if (index >= offset + limit) break
        if (index++ < offset) continue
        piece.push([line])
        if (piece.length === 1000) {
          yield piece
          piece = []
        }
      }
      cut.passed = Math.max(0, index)
      if (piece.length > 0) yield piece
    },
  }
}
