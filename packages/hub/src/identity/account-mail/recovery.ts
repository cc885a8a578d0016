import { createHash } from 'node:crypto'
import { HubError } from '@portolan/contract'
import { openRateLimiter } from '../../foundation/db/rate-limiter.ts'
import { type MailWriter, queueMail } from '../../foundation/mail/index.ts'
import type { Hub } from '../../hub.ts'
import { hubState } from '../../hub-state.ts'
import { addressBlock, createRecoveryCode, emailStates, findAccount, findByEmail } from '../accounts/index.ts'

const hour = 3_600
/** Requests per hour: by one network, by all, and mails to one account. */
const max = { network: 20, hub: 2_000, account: 3 } as const

const limits = hubState('mail-recovery', (hub) => {
  const open = (name: keyof typeof max) => openRateLimiter(hub.db, { name: `mail-recovery-${name}`, max: max[name], windowSeconds: hour })
  return { networks: open('network'), all: open('hub'), accounts: open('account') }
})

/** Whether people can get a link by mail when they forgot their password. */
export function canRecover(hub: Hub): boolean {
  return hub.config.sendsMail && hub.config.passwordSignIn === 'on'
}

/**
 * Asks for a link with which somebody sets a new password, by mail. It is looked up later whether there is such an account, so that neither the answer nor
 * its time tells.
 * @param from network address of the caller
 * @throws {HubError} `auth.rate_limited`, by network and in total; `auth.forbidden` on a hub that sends no mail; `auth.password_off`
 */
export async function requestRecovery(hub: Hub, nameOrEmail: string, from: string): Promise<void> {
  if (hub.config.passwordSignIn === 'off') throw new HubError('auth.password_off')
  if (!hub.config.sendsMail)
    throw new HubError('auth.forbidden', { message: 'This hub sends no mail. Ask an administrator for a link to set a new password.' })
  const { networks, all } = limits(hub)
  for (const [limiter, key] of [
    [networks, addressBlock(from)],
    [all, ''],
  ] as const) {
    const { isOver, seconds } = await limiter.count(key)
    if (isOver) throw new HubError('auth.rate_limited', { message: 'Too many requests. Try again in an hour.', retryAfter: seconds })
  }
  const asked = nameOrEmail.trim().slice(0, 254)
  const same = `recovery ${createHash('sha256').update(asked.toLowerCase()).digest('hex')}`
  await hub.db.write((tx) => queueMail(tx, hub, { kind: 'recovery', userId: null, data: { asked }, same }))
}

/** Writes the mail with the link. Only a confirmed address gets one, and only if the account has a password at all. */
export const writeRecovery: MailWriter = async (hub, { data }) => {
  const asked = String(data['asked'])
  const found = asked.includes('@') ? await findByEmail(hub.db.read, asked) : await findAccount(hub, asked)
  const row = found && (await hub.db.read.selectFrom('account').selectAll().where('id', '=', found.id).executeTakeFirst())
  if (!row || row.kind !== 'user' || row.disabled === 1 || row.password_hash === null || hub.config.passwordSignIn === 'off') return null
  if (row.email === null || row.email_state !== emailStates.confirmed) return null
  if ((await limits(hub).accounts.count(row.uid)).isOver) return null
  const code = await hub.db.write((tx) => createRecoveryCode(tx, hub, row.id))
  const blocks = [
    {
      kind: 'text',
      text: `Somebody asked for a new password for your account ${row.name}. With this link you can set one; it works once, for an hour.`,
    },
    { kind: 'button', label: 'Set a new password', path: `/reset-password?code=${code}` },
    { kind: 'text', text: 'If it was not you, ignore this mail: your password stays as it is.' },
  ] as const
  return {
    to: row.email,
    content: {
      subject: 'Set a new password',
      blocks,
      footer: 'You get this mail because somebody entered your name or address on the hub.',
    },
  }
}
