import { z } from 'zod'

/** What a backup says of itself: `backups/<name>/manifest.json`, written last. A backup without it was never finished. */
export const Manifest = z.object({
  format: z.literal('portolan-backup-1'),
  created: z.iso.datetime(),
  dialect: z.enum(['sqlite', 'postgres']),
  /** Names of the migrations that the tables were made with. */
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z][a-z0-9_]*$/),
      columns: z.array(z.string().regex(/^[a-z][a-z0-9_]*$/)),
      /** Below the folder of the backup. */
      file: z.string().regex(/^tables\/[a-z0-9_]+\.ndjson\.gz$/),
      /** Of the file. */
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      rows: z.int().nonnegative(),
      /** Of the rows, in whatever order (`RowDigest`). */
      digest: z.string().regex(/^[0-9a-f]{64}$/),
      /** The last row id that the table gave: it is not given again. */
      lastId: z.int().nonnegative().optional(),
    }),
  ),
  /** How many blobs the tables name, and those of them that were not there. */
  blobs: z.object({ count: z.int().nonnegative(), missing: z.array(z.string()) }),
})
export type Manifest = z.output<typeof Manifest>

export const backupName = /^\d{8}T\d{9}Z$/

/** `20261122T091500123Z`: sorts by time. */
export function nameOf(date: Date): string {
  return date.toISOString().replace(/[-:.]/g, '')
}
