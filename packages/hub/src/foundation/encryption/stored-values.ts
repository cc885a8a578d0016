import type { Kysely } from 'kysely'
import { HubError } from '@portolan/contract'
import type { Hub } from '../../hub.ts'
import type { Reader, Tx } from '../db/db.ts'
import { keyringOf } from './at-rest.ts'
import { encryptedColumnList } from './columns.ts'
import type { Keyring, Reading } from './keyring.ts'

/** Any table. */
type AnyDb = Kysely<Record<string, Record<string, string>>>
type Column = (typeof encryptedColumnList)[number]

/** Rows changed in one transaction. */
const batchRows = 200

/** How the secrets in a database are stored. Counts of values. */
export interface EncryptionState {
  readonly plain: number
  /** Encrypted with the key that encrypts. */
  readonly current: number
  /** Encrypted with another key that is known, by its id. */
  readonly older: ReadonlyMap<string, number>
  /** That no key opens, by the id of the missing key; `null` for damaged ones. */
  readonly unreadable: ReadonlyMap<string | null, number>
}

interface StoredValue {
  readonly column: Column
  readonly row: string
  readonly stored: string
  readonly reading: Reading
}

/** Every stored secret with what the keys make of it. */
async function readValues(db: Reader | Tx, keys: Keyring): Promise<StoredValue[]> {
  const found: StoredValue[] = []
  for (const column of encryptedColumnList) {
    let query = (db as unknown as AnyDb)
      .selectFrom(column.table)
      .select([`${column.row} as row`, `${column.column} as stored`])
      .where(column.column, 'is not', null)
    if (column.rows !== undefined) query = query.where(column.row, 'in', [...column.rows])
    for (const { row = '', stored = '' } of (await query.execute()) as { row?: string; stored?: string }[])
      found.push({ column, row, stored, reading: keys.read(`${column.place}/${row}`, stored) })
  }
  return found
}

/** Reads every secret in a database with these keys. */
export async function encryptionState(db: Reader | Tx, keys: Keyring): Promise<EncryptionState> {
  const [older, unreadable] = [new Map<string, number>(), new Map<string | null, number>()]
  let [plain, current] = [0, 0]
  for (const { reading } of await readValues(db, keys)) {
    if (reading.state === 'plain') plain++
    else if (reading.state === 'current') current++
    else if (reading.state === 'older') older.set(reading.keyId, (older.get(reading.keyId) ?? 0) + 1)
    else unreadable.set(reading.keyId, (unreadable.get(reading.keyId) ?? 0) + 1)
  }
  return { plain, current, older, unreadable }
}

/** One sentence about values that no key opens; `null` when all can be read. */
export function unreadableValues({ unreadable }: EncryptionState): string | null {
  const parts = [...unreadable].map(([keyId, count]) => {
    const values = count === 1 ? '1 secret in the database' : `${count} secrets in the database`
    return keyId === null
      ? `${values} cannot be decrypted because the stored value is damaged`
      : `${values} can only be read with the encryption key ${keyId}, which PORTOLAN_ENCRYPTION_KEY does not contain`
  })
  return parts.length === 0 ? null : parts.join(', and ')
}

/** @throws {HubError} `encryption.key_missing`, saying what to do, when the hub lacks a key for something in its database */
export async function requireReadableSecrets(hub: Hub): Promise<void> {
  const problem = unreadableValues(await encryptionState(hub.db.read, keyringOf(hub)))
  if (problem === null) return
  throw new HubError('encryption.key_missing', {
    message: `${problem}: set the key (several are separated by commas), or give these secrets up with \`portolan encrypt --give-up\` (docs/operate/encryption.md).`,
  })
}

/**
 * Encrypts every secret that is stored plain or with another key with the first key of the settings. Servers may be running.
 * @returns the number of values that were changed; 0 without keys
 */
export async function encryptStored(hub: Hub): Promise<number> {
  const keys = keyringOf(hub)
  if (keys.currentId === null) return 0
  const due = (await readValues(hub.db.read, keys)).filter(({ reading: { state } }) => state === 'plain' || state === 'older')
  let changed = 0
  for (let i = 0; i < due.length; i += batchRows) {
    changed += await hub.db.write(async (tx) => {
      let count = 0
      for (const { column, row, stored, reading } of due.slice(i, i + batchRows)) {
        if (reading.state === 'unreadable') continue
        const { numUpdatedRows } = await (tx as unknown as AnyDb)
          .updateTable(column.table)
          .set({ [column.column]: keys.encrypt(`${column.place}/${row}`, reading.value) })
          .where(column.row, '=', row)
          // Somebody else may have changed it in the meantime.
          .where(column.column, '=', stored)
          .executeTakeFirstOrThrow()
        count += Number(numUpdatedRows)
      }
      return count
    })
  }
  return changed
}

/** Gives up every secret that no key opens, as its column says. @returns their number */
export async function giveUpUnreadable(hub: Hub): Promise<number> {
  return hub.db.write(async (tx) => {
    const lost = (await readValues(tx, keyringOf(hub))).filter(({ reading }) => reading.state === 'unreadable')
    for (const { column, row } of lost) {
      const db = tx as unknown as Kysely<Record<string, Record<string, string | number | null>>>
      if (column.giveUp === 'delete') await db.deleteFrom(column.table).where(column.row, '=', row).execute()
      else
        await db
          .updateTable(column.table)
          .set({ ...column.giveUp })
          .where(column.row, '=', row)
          .execute()
    }
    return lost.length
  })
}
