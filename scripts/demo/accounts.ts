import { randomBytes } from 'node:crypto'
import {
  type Account,
  createOrg,
  createUser,
  findAccount,
  type Hub,
  insertAccessToken,
  listMembers,
  loadActor,
  revokeAccessToken,
  setMemberRole,
  signUpState,
  silentLogger,
  updateProfile,
} from '@portolan/hub'
import type { ServerConfig } from '../../apps/server/src/config/settings.ts'
import { composeHub } from '../../apps/server/src/compose-hub.ts'
import type { DemoRepo } from './demo-repo.ts'

const userName = 'demo'
const tokenMs = 4 * 3600 * 1000

export interface DemoAccounts {
  readonly user: string
  /** Only if the hub had no account, so that this one became its administrator. */
  readonly password: string | null
  readonly token: string
  readonly tokenUid: string
}

/**
 * Creates the user and the organizations that own the demo, and a write token for the duration of the upload. Works on the data folder, like the
 * command line tool, while a hub is running or before one is started.
 */
export async function openDemoAccounts(config: ServerConfig, repos: readonly DemoRepo[]): Promise<DemoAccounts> {
  await using hub = await composeHub(config, { log: silentLogger })
  const password = (await signUpState(hub)) === 'first' ? randomBytes(12).toString('base64url') : null
  const user = await demoUser(hub, password)
  for (const name of new Set(repos.map(({ owner }) => owner))) await demoOrg(hub, user, name)
  const { token, info } = await insertAccessToken(hub, user.id, user.name, {
    name: 'npm run demo',
    role: 'write',
    expiresAt: new Date(Date.now() + tokenMs),
  })
  return { user: user.name, password, token, tokenUid: info.uid }
}

/** Revokes the token. */
export async function closeDemoAccounts(config: ServerConfig, accounts: DemoAccounts): Promise<void> {
  await using hub = await composeHub(config, { log: silentLogger })
  const user = await findAccount(hub, accounts.user)
  const actor = user && (await loadActor(hub.db.read, user.id, null))
  if (actor) await revokeAccessToken(hub, actor, accounts.tokenUid)
}

async function demoUser(hub: Hub, password: string | null): Promise<Account> {
  const found = await findAccount(hub, userName)
  if (found?.kind === 'org') throw new Error(`An organization is called ${userName}: the demo needs a user of that name`)
  return found ?? createUser(hub, { name: userName, password, fullname: 'Demo' })
}

async function demoOrg(hub: Hub, user: Account, name: string): Promise<void> {
  const actor = await loadActor(hub.db.read, user.id, null)
  if (!actor) throw new Error(`The user ${user.name} is disabled`)
  const found = await findAccount(hub, name)
  if (found?.kind === 'user') throw new Error(`A user is called ${name}: the demo needs an organization of that name`)
  if (found) {
    const { members } = await listMembers(hub, name)
    if (members.some(({ account, role }) => account.id === user.id && role !== 'read')) return
    if (!user.isAdmin) throw new Error(`The organization ${name} belongs to others: ${user.name} may not write there`)
    return setMemberRole(hub, actor, name, user.name, 'write')
  }
  await createOrg(hub, actor, { name })
  const owner = await loadActor(hub.db.read, user.id, null)
  if (owner) {
    await updateProfile(hub, owner, name, {
      bio: `Copies of files from npm packages, for the demo of this hub. Put here by \`npm run demo\`, not by ${name} themselves; each card names the authors.`,
    })
  }
}
