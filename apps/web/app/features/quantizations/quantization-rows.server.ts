import type { QuantizationsView } from '@portolan/pages'
import { filePath } from '../../lib/paths.ts'
import { assumedContext, type MemoryNeed, memoryNeed } from './memory-need.server.ts'

type Row = QuantizationsView['rows'][number]

/** A row of the table, ready for display. */
export interface QuantizationRow extends Pick<Row, 'label' | 'role' | 'sizeBytes' | 'shardCount' | 'missing' | 'missingCount' | 'bits'> {
  readonly files: readonly { readonly path: string; readonly to: string; readonly sizeBytes: number }[]
  readonly memory: MemoryNeed | null
}

export interface QuantizationTable {
  readonly rows: readonly QuantizationRow[]
  readonly more: number
  /** Tokens of context assumed for the memory estimate. */
  readonly context: number
}

/** Returns `null` when the repo has no GGUF files. */
export function quantizationTable({ rows, more }: QuantizationsView, repoPath: string): QuantizationTable | null {
  if (rows.length === 0) return null
  return {
    more,
    context: assumedContext,
    rows: rows.map((row) => ({
      label: row.label,
      role: row.role,
      sizeBytes: row.sizeBytes,
      shardCount: row.shardCount,
      missing: row.missing,
      missingCount: row.missingCount,
      bits: row.bits,
      files: row.files.map(({ path, sizeBytes }) => ({ path, sizeBytes, to: filePath(repoPath, 'blob', 'main', path) })),
      memory: memoryNeed(row),
    })),
  }
}
