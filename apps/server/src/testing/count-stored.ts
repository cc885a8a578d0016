import { readdir } from 'node:fs/promises'
import type { TestServer } from './open-test-server.ts'

const tables = [
  'git_object',
  'git_ref',
  'lfs_blob',
  'repo_lfs',
  'lfs_upload',
  'blob_upload',
  'xet_xorb',
  'xet_chunk',
  'xet_file',
  'event',
] as const

/** Counts the rows and files that uploads create: equal counts before and after mean that nothing was kept. */
export async function countStored({ hub }: Pick<TestServer, 'hub'>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const row = await hub.db.read
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    counts[table] = Number(row.n)
  }
  const entries = await readdir(hub.config.dataDir, { recursive: true, withFileTypes: true })
  counts['files'] = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('hub.db')).length
  return counts
}
