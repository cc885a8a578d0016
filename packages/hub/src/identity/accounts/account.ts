import type { Selectable } from 'kysely'
import { accountNameProblem, HubError } from '@portolan/contract'
import type { Reader, Tx } from '../../foundation/db/db.ts'
import type { AccountTable } from '../../foundation/db/schema.ts'
import { isMailAddress } from '../../foundation/mail/index.ts'
import type { Hub } from '../../hub.ts'
import { isFormerName } from './former-names.ts'
import { isReserved } from './reserved-names.ts'

/** A user or an organization, as passed between services. Never contains the password hash. */
export interface Account {
  readonly id: number
  readonly uid: string
  readonly kind: 'user' | 'org'
  readonly name: string
  readonly fullname: string
  readonly email: string | null
  /** Whether its owner confirmed the address, or somebody did whom the hub trusts: the operator, or the company's sign-in. Only then it gets mail. */
  readonly isEmailConfirmed: boolean
  readonly bio: string | null
  readonly website: string | null
  readonly isAdmin: boolean
  /** A program's account. */
  readonly isRobot: boolean
  readonly createdAt: Date
}

/** See migration 0010. Two accounts can have the same address only if it is just stated for one of them. */
export const emailStates = { stated: 0, claimed: 1, confirmed: 2 } as const

export function toAccount(row: Selectable<AccountTable>): Account {
  return {
    id: row.id,
    uid: row.uid,
    kind: row.kind,
    name: row.name,
    fullname: row.fullname,
    email: row.email,
    isEmailConfirmed: row.email_state === emailStates.confirmed,
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
      // Deleted accounts keep their row under a name like this.
      .where('name', 'not like', '~%')
      .executeTakeFirst()
  )
}

/** Whether an account has the name, or had it and it is not available yet. In this order: an account that is deleted meanwhile is found by the second. */
export async function isNameTaken(db: Reader, hub: Hub, name: string): Promise<boolean> {
  return (await selectByName(db, name)) !== undefined || (await isFormerName(db, hub, name))
}

/** Inserts an account after checking its name. @throws {HubError} `repo.invalid_name`, `account.name_taken` */
export async function insertAccount(
  tx: Tx,
  hub: Hub,
  values: {
    kind: 'user' | 'org'
    name: string
    fullname?: string
    email?: string | null
    /** Only stated if omitted. */
    emailState?: number
    passwordHash?: string | null
    isAdmin?: boolean
  },
): Promise<Account> {
  const problem = accountNameProblem(values.name) ?? (isReserved(hub, values.name) ? 'This name is reserved' : null)
  if (problem !== null) throw new HubError('repo.invalid_name', { message: problem, name: values.name })
  if (await isNameTaken(tx, hub, values.name)) throw new HubError('account.name_taken', { name: values.name })
  const email = values.email?.trim() || null
  const emailState = email === null ? emailStates.stated : (values.emailState ?? emailStates.stated)
  if (email !== null && !isMailAddress(email))
    throw new HubError('body.invalid', { message: 'This is not a valid email address', field: 'email' })
  if (email !== null && emailState !== emailStates.stated && (await findByEmail(tx, email)))
    throw new HubError('account.name_taken', { message: 'Another account already has this email address', field: 'email' })
  const row = await tx
    .insertInto('account')
    .values({
      uid: hub.newId(),
      kind: values.kind,
      name: values.name,
      fullname: values.fullname?.trim() || values.name,
      email,
      email_state: emailState,
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

/** The account that an address belongs to; an account for which it is only stated is not it. */
export async function findByEmail(db: Reader, email: string): Promise<Selectable<AccountTable> | undefined> {
  return (
    db
      .selectFrom('account')
      .selectAll()
      .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
      // For the partial index.
      .where('email', 'is not', null)
      .where('email_state', '>', emailStates.stated)
      .executeTakeFirst()
  )
}
