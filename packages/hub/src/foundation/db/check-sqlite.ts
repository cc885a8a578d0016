import { DatabaseSync } from 'node:sqlite'

/*
 * A program of its own, for `findDatabaseDamage`: one statement of SQLite reads the whole file and cannot be interrupted, but a process can be ended.
 * Prints the problems as a JSON array of sentences.
 */

const [, , file = '', most = ''] = process.argv
process.stdout.write(JSON.stringify(problemsOf(file, Number(most)).slice(0, Number(most))))

function problemsOf(path: string, limit: number): string[] {
  const problems: string[] = []
  try {
    // Without memory-mapping: there, a sector that cannot be read ends the process instead of failing the statement.
    using db = new DatabaseSync(path, { readOnly: true })
    db.exec('PRAGMA busy_timeout=5000; PRAGMA cache_size=-65536')
    for (const row of db.prepare(`PRAGMA integrity_check(${limit})`).all()) {
      // Several findings may come as the lines of one row.
      const lines = String(row['integrity_check']).split('\n')
      problems.push(...lines.filter((line) => line !== 'ok' && !line.startsWith('*** in database')))
    }
    const orphans = new Map<string, number>()
    for (const { table, parent } of db.prepare('PRAGMA foreign_key_check').iterate()) {
      const kind = `of ${String(table)} refer to rows of ${String(parent)} that do not exist`
      orphans.set(kind, (orphans.get(kind) ?? 0) + 1)
    }
    for (const [kind, count] of orphans) problems.push(`${count} rows ${kind}`)
  } catch (error) {
    problems.push((error as Error).message)
  }
  return problems
}
