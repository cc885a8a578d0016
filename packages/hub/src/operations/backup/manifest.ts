import { z } from 'zod'

/** Metadata of a backup: `backups/<name>/manifest.json`, written last. A backup without it was never finished. */
export const Manifest = z.object({
  format: z.literal('portolan-backup-1'),
  created: z.iso.datetime(),
  dialect: z.enum(['sqlite', 'postgres']),
  /** Names of the migrations that created the tables. */
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z][a-z0-9_]*$/),
      columns: z.array(z.string().regex(/^[a-z][a-z0-9_]*$/)),
      /** Relative to the backup's folder. */
      file: z.string().regex(/^tables\/[a-z0-9_]+\.ndjson\.gz$/),
      /** Size of the file. */
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      rows: z.int().nonnegative(),
      /** Digest of the rows, in any order (`RowDigest`). */
      digest: z.string().regex(/^[0-9a-f]{64}$/),
      /** The last row id assigned by the table: it is not reused. */
      lastId: z.int().nonnegative().optional(),
    }),
  ),
  /** Number of blobs referenced by the tables, and how many of them were missing. */
  blobs: z.object({ count: z.int().nonnegative(), missing: z.array(z.string()) }),
})
export type Manifest = z.output<typeof Manifest>

export const backupName = /^\d{8}T\d{9}Z$/

/** `20261122T091500123Z`: sorts by time. */
export function nameOf(date: Date): string {
  return date.toISOString().replace(/[-:.]/g, '')
}

/** The name of a backup that is made now, after all that are there: some may have been made while a clock was ahead. */
export function nextName(now: Date, names: readonly string[]): string {
  const name = nameOf(now)
  const last = names.findLast((each) => backupName.test(each))
  return last !== undefined && last > name ? nameOf(new Date(dateOf(last).getTime() + 1)) : name
}

function dateOf(name: string): Date {
  return new Date(name.replace(/^(....)(..)(..)T(..)(..)(..)(...)Z$/, '$1-$2-$3T$4:$5:$6.$7Z'))
}
