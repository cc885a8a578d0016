/** `newer`: a later version of Portolan made the database; `unreleased`: one of before the first release did. */
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
