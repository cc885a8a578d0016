/** `newer`: the database was created by a later version of Portolan; `unreleased`: by one before the first release. */
export type DatabaseProblemCode = 'database.newer' | 'database.unreleased'

/** This version cannot use the database. The message is for the operator; nothing was changed. */
export class DatabaseProblem extends Error {
  override readonly name = 'DatabaseProblem'
  readonly code: DatabaseProblemCode

  constructor(code: DatabaseProblemCode, message: string) {
    super(message)
    this.code = code
  }
}
