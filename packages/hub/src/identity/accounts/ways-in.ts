import type { Tx } from '../../foundation/db/db.ts'

interface Person {
  readonly id: number
  readonly name: string
}

/**
 * Ends everything that somebody could use later to get in, or let others in: sessions, sign-ins and devices under way, links for a new password, and the
 * links and invitations that they made as an administrator. The caller invalidates the actors, and ends what is checked at each use.
 */
export async function endWaysIn(tx: Tx, person: Person): Promise<void> {
  await endSignIns(tx, person)
  await endApprovedDevices(tx, person)
  await tx.deleteFrom('password_reset').where('user_id', '=', person.id).execute()
  await endResetsMadeBy(tx, person)
  await tx.deleteFrom('invite').where('created_by', '=', person.id).where('used_by', 'is', null).execute()
}

/** Browser sessions, and sign-ins that wait for their second step. */
export async function endSignIns(tx: Tx, { id }: Person): Promise<void> {
  await tx.deleteFrom('session').where('user_id', '=', id).execute()
  await tx.deleteFrom('pending_sign_in').where('user_id', '=', id).execute()
}

/** Devices that were let in and have not fetched their access token yet. */
export async function endApprovedDevices(tx: Tx, { id }: Person): Promise<void> {
  await tx.deleteFrom('device_login').where('user_id', '=', id).where('state', '=', 'approved').execute()
}

/** Links with which others set a new password: whoever made one may have kept a copy. */
export async function endResetsMadeBy(tx: Tx, { name }: Person): Promise<void> {
  await tx.deleteFrom('password_reset').where('made_by', '=', name).execute()
}
