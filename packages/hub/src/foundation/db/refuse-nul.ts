import { HubError } from '@portolan/contract'

/**
 * Refuses text that Postgres cannot store, on SQLite too: otherwise a hub on SQLite could not move to Postgres.
 * @param parameters of one statement
 * @throws {HubError} `body.invalid`
 */
export function refuseNul(parameters: readonly unknown[]): void {
  for (const value of parameters)
    if (typeof value === 'string' && value.includes('\0'))
      throw new HubError('body.invalid', { message: 'Text must not contain the character NUL (U+0000).' })
}
