/**
 * `newer`: the database was created by a later version of Portolan; `unreleased`: by one before the first release; `damaged`: its own bookkeeping
 * contradicts itself; `unusable`: it cannot be reached, or does not let the hub in.
 */
export type DatabaseProblemCode = 'database.newer' | 'database.unreleased' | 'database.damaged' | 'database.unusable'

/** This version cannot use the database. The message is for the operator; nothing was changed. */
export class DatabaseProblem extends Error {
  override readonly name = 'DatabaseProblem'
  readonly code: DatabaseProblemCode

  constructor(code: DatabaseProblemCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Primary result codes of SQLite (sqlite3.h): SQLITE_CORRUPT, SQLITE_NOTADB. */
const damagedCodes = new Set([11, 26])

/** The message for the operator when an error of SQLite or Postgres says that the database is damaged; `null` for any other error. */
export function damageMessage(error: unknown): string | null {
  const { cause } = error as { cause?: unknown }
  const { errcode, code } = (cause ?? error) as { errcode?: unknown; code?: unknown }
  const isDamaged = typeof errcode === 'number' ? damagedCodes.has(errcode & 0xff) : code === 'XX001' || code === 'XX002'
  if (!isDamaged) return null
  return `The database is damaged (${((cause ?? error) as Error).message}). Restore a backup (docs/operate/backup.md).`
}
