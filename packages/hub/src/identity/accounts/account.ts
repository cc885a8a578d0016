import type { Selectable } from 'kysely'
import { accountNameProblem, HubError } from '@portolan/contract'
import type { Reader, Tx } from '../../foundation/db/db.ts'
import type { AccountTable } from '../../foundation/db/schema.ts'
import type { Hub } from '../../hub.ts'
import { isReserved } from './reserved-names.ts'

/** A user or an organization, as passed between services. Never contains the password hash. */
export interface Account {
  readonly id: number
  readonly uid: string
  readonly kind: 'user' | 'org'
  readonly name: string
  readonly fullname: string
  readonly email: string | null
  readonly bio: string | null
  readonly website: string | null
  readonly isAdmin: boolean
  /** A program's account. */
  readonly isRobot: boolean
  readonly createdAt: Date
}

export function toAccount(row: Selectable<AccountTable>): Account {
  return {
    id: row.id,
    uid: row.uid,
    kind: row.kind,
    name: row.name,
    fullname: row.fullname,
    email: row.email,
    bio: row.bio,
    website: row.website,
    isAdmin: row.is_admin === 1,
    isRobot: row.is_robot === 1,
    createdAt: new Date(row.created),
  }
}

/** Finds an account by name, case-insensitively; `null` when there is none. */
export async function findAccount(hub: Hub, name: string): Promise<Account | null> {
  const row = await selectByName(hub.db.read, name)
  return row ? toAccount(row) : null
}

/** Like {@link findAccount}. @throws {HubError} `account.not_found` */
export async function requireAccount(hub: Hub, name: string, kind?: 'user' | 'org'): Promise<Account> {
  const account = await findAccount(hub, name)
  if (!account || (kind !== undefined && account.kind !== kind)) throw new HubError('account.not_found', { name })
  return account
}

export async function selectByName(db: Reader, name: string): Promise<Selectable<AccountTable> | undefined> {
  return (
    db
      .selectFrom('account')
      .selectAll()
      .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', name.toLowerCase()))
      // Deleted organizations keep their row under a name like this.
      .where('name', 'not like', '~%')
      .executeTakeFirst()
  )
}

/** Inserts an account after checking its name. @throws {HubError} `repo.invalid_name`, `account.name_taken` */
export async function insertAccount(
  tx: Tx,
  hub: Hub,
  values: { kind: 'user' | 'org'; name: string; fullname?: string; email?: string | null; passwordHash?: string | null; isAdmin?: boolean },
): Promise<Account> {
  const problem = accountNameProblem(values.name) ?? (isReserved(hub, values.name) ? 'This name is reserved' : null)
  if (problem !== null) throw new HubError('repo.invalid_name', { message: problem, name: values.name })
  if (await selectByName(tx, values.name)) throw new HubError('account.name_taken', { name: values.name })
  const email = values.email?.trim() || null
  if (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email))
    throw new HubError('body.invalid', { message: 'This is not a valid email address', field: 'email' })
  if (email !== null && (await emailTaken(tx, email)))
    throw new HubError('account.name_taken', { message: 'Another account already has this email address', field: 'email' })
  const row = await tx
    .insertInto('account')
    .values({
      uid: hub.newId(),
      kind: values.kind,
      name: values.name,
      fullname: values.fullname?.trim() || values.name,
      email,
      bio: null,
      website: null,
      is_admin: values.isAdmin === true ? 1 : 0,
      password_hash: values.passwordHash ?? null,
      created: hub.now().getTime(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new HubError('account.name_taken', { name: values.name })
  return toAccount(row)
}

async function emailTaken(tx: Tx, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('account')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  return row !== undefined
}
