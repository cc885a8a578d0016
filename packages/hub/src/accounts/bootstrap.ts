import { HubError } from '@portolan/contract'
import { secretHash } from './secrets.ts'
import { insertAccessToken } from './access-tokens.ts'
import { findAccount } from './account.ts'
import { createUser } from './sign-up.ts'
import type { Hub } from '../hub.ts'

/**
 * For automation: makes the administrator with exactly this write token at a first start. Once the user and the token are there, nothing happens.
 * @throws {HubError} `body.invalid` when the token has the wrong form (clients refuse any that does not start with `hf_`)
 */
export async function bootstrap(hub: Hub, input: { user: string; token: string }): Promise<void> {
  if (!/^hf_[A-Za-z0-9]{20,200}$/.test(input.token)) {
    throw new HubError('body.invalid', { message: 'PORTOLAN_BOOTSTRAP_TOKEN is hf_ followed by at least 20 letters and digits' })
  }
  const account = (await findAccount(hub, input.user)) ?? (await createUser(hub, { name: input.user, password: null, isAdmin: true }))
  const known = await hub.db.read
    .selectFrom('access_token')
    .select('id')
    .where('token_hash', '=', secretHash(input.token))
    .executeTakeFirst()
  if (!known) await insertAccessToken(hub, account.id, account.name, { name: 'bootstrap', role: 'write', token: input.token })
}
