import { HubError, isHubError } from '@portolan/contract'
import { secretHash } from './secrets.ts'
import { insertAccessToken } from './access-tokens.ts'
import { type Account, findAccount } from './account.ts'
import { createUser } from './sign-up.ts'
import type { Hub } from '../../hub.ts'

/**
 * For automation: creates the administrator with exactly this write token on first start. Does nothing if the user and the token already exist.
 * @throws {HubError} `body.invalid` for a malformed token (clients reject any that does not start with `hf_`)
 */
export async function bootstrap(hub: Hub, input: { user: string; token: string }): Promise<void> {
  if (!/^hf_[A-Za-z0-9]{20,200}$/.test(input.token)) {
    throw new HubError('body.invalid', { message: 'PORTOLAN_BOOTSTRAP_TOKEN must be hf_ followed by at least 20 letters and digits' })
  }
  const account = (await findAccount(hub, input.user)) ?? (await createOrFind(hub, input.user))
  if (await isKnown(hub, input.token)) return
  try {
    await insertAccessToken(hub, account.id, account.name, { name: 'bootstrap', role: 'write', token: input.token })
  } catch (error) {
    if (!(await isKnown(hub, input.token))) throw error
  }
}

/** Another process, such as the command line tool, may start at the same moment with the same settings. */
async function createOrFind(hub: Hub, name: string): Promise<Account> {
  try {
    return await createUser(hub, { name, password: null, isAdmin: true })
  } catch (error) {
    const account = isHubError(error) && error.code === 'account.name_taken' ? await findAccount(hub, name) : null
    if (account) return account
    if (!isHubError(error) || error.code !== 'repo.invalid_name') throw error
    throw new HubError(error.code, { message: `PORTOLAN_BOOTSTRAP_USER cannot be ${name}. ${error.message}.`, name })
  }
}

async function isKnown(hub: Hub, token: string): Promise<boolean> {
  return (
    (await hub.db.read.selectFrom('access_token').select('id').where('token_hash', '=', secretHash(token)).executeTakeFirst()) !== undefined
  )
}
