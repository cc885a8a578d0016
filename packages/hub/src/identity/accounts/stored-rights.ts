import { z } from 'zod'
import type { ActorToken, UserActor } from '../../foundation/actor/index.ts'
import type { Reader } from '../../foundation/db/db.ts'
import { loadActor } from './load-actor.ts'
import { grantColumns, readGrants } from './token-scopes.ts'

/*
 * What goes on in somebody's name after their call, such as a webhook, keeps to what the credential of that call permitted.
 */

const rightsSchema = z.object({ scopes: z.array(z.unknown()), global: z.array(z.unknown()), isApp: z.boolean().optional() })

/** What the actor's credential permits to read, in a form that can be stored; `null` when that is everything its user may read. */
export function storedRights({ token }: UserActor): string | null {
  if (token?.role !== 'fineGrained') return null
  const { scopes, global_permissions } = grantColumns(token)
  return JSON.stringify({
    scopes: JSON.parse(scopes) as unknown,
    global: JSON.parse(global_permissions) as unknown,
    ...(token.app === undefined ? {} : { isApp: true }),
  })
}

/** A user as of now, with no more rights than {@link storedRights} kept; `null` when the account is gone or suspended. */
export async function loadActorWithRights(db: Reader, userId: number, rights: string | null): Promise<UserActor | null> {
  if (rights === null) return loadActor(db, userId, null)
  const { scopes, global, isApp } = rightsSchema.parse(JSON.parse(rights))
  const columns = { scopes: JSON.stringify(scopes), global_permissions: JSON.stringify(global), reads_gated: 0 }
  const [grants = { scopes: [], global: [], canReadGatedRepos: false }] = await readGrants(db, [columns])
  const token: ActorToken = { id: 0, name: '', role: 'fineGrained', ...grants, createdAt: new Date(0), expiresAt: null }
  const user = await loadActor(db, userId, token)
  // No application has the rights of an administrator.
  return user && { ...user, isAdmin: user.isAdmin && isApp !== true }
}
