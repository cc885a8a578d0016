import { openRateLimiter } from '../../foundation/db/rate-limiter.ts'
import { type AccountNotice, isMailAddress, type MailBlock, type MailWriter, oneLine } from '../../foundation/mail/index.ts'
import { hubState } from '../../hub-state.ts'

/** Notices about one account per hour. What is more is left out: an attacker who has the account must not be able to flood its owner. */
const perHour = 30
const limiter = hubState('mail-notices', (hub) => openRateLimiter(hub.db, { name: 'mail-notice', max: perHour, windowSeconds: 3_600 }))

/** Writes what `tellAccount` queued. */
export const writeNotice: MailWriter = async (hub, { data }) => {
  const { notice, to, account, at, from } = data as unknown as {
    notice: AccountNotice
    to: string
    account: string
    at: number
    from: string | null
  }
  if (!isMailAddress(to)) return null
  if ((await limiter(hub).count(to.toLowerCase())).isOver) {
    hub.log.warn('a mail was left out: too many notices about one account', { account, kind: notice.kind })
    return null
  }
  const { subject, text, facts = [] } = sayNotice(notice)
  const blocks: MailBlock[] = [
    { kind: 'text', text: `Hello ${account},` },
    { kind: 'text', text },
    {
      kind: 'facts',
      facts: [
        ...facts.map(([name, value]) => [name, oneLine(value)] as const),
        ['Account', account],
        ['Time', `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`],
        ...(from === null ? [] : [['Network address', oneLine(from)] as const]),
      ],
    },
    { kind: 'text', text: advice[notice.kind] ?? secure },
    ...(notice.kind === 'account-deleted' ? [] : [{ kind: 'link', label: 'Account settings', path: '/settings' } as const]),
  ]
  return { to, content: { subject, blocks, footer: 'Mails about the security of your account cannot be switched off.' } }
}

const secure = 'If this was not you, change your password now, and end the sessions and revoke the access tokens that you do not know.'
const advice: Partial<Record<AccountNotice['kind'], string>> = {
  'account-deleted': 'If this was not you, ask an administrator of the hub at once.',
  'email-changed':
    'If this was not you, ask an administrator of the hub at once: mail about the account goes to the new address from now on.',
}

interface Said {
  readonly subject: string
  readonly text: string
  readonly facts?: readonly (readonly [string, string])[]
}

function sayNotice(notice: AccountNotice): Said {
  switch (notice.kind) {
    case 'sign-in':
      return {
        subject: 'New sign-in to your account',
        text: 'Somebody signed in to your account from a browser or a network that it was not used from before.',
        facts: [['Browser', notice.userAgent ?? 'unknown']],
      }
    case 'token-created':
      return {
        subject: 'New access token for your account',
        text: 'A new access token was created. Whoever has it can use the hub in your name.',
        facts: [['Token', notice.token]],
      }
    case 'password-changed':
      return { subject: 'Your password was changed', text: 'The password of your account was changed.' }
    case 'password-reset':
      return {
        subject: 'Your password was reset',
        text: 'A new password was set for your account with a reset link. All browsers were signed out.',
      }
    case 'email-changed':
      return {
        subject: 'The email address of your account was changed',
        text: 'Your account has a new email address. This mail goes to the former one.',
      }
    case 'email-change-requested':
      return {
        subject: 'A new email address for your account',
        text: 'Somebody asked to change the email address of your account. It changes once the new address is confirmed.',
        facts: [['New address', notice.address]],
      }
    case 'second-factor-added':
      return {
        subject: 'A second factor was added to your account',
        text: 'A second factor was added.',
        facts: [['Second factor', notice.name]],
      }
    case 'second-factor-removed':
      return {
        subject: 'A second factor was removed from your account',
        text: 'A second factor was removed.',
        facts: [['Second factor', notice.name]],
      }
    case 'second-factors-reset':
      return {
        subject: 'The second factors of your account were removed',
        text: 'An administrator of the hub removed all second factors and recovery codes of your account, and signed it out of all browsers.',
      }
    case 'recovery-codes-created':
      return { subject: 'New recovery codes for your account', text: 'New recovery codes were created; earlier ones no longer work.' }
    case 'recovery-code-used':
      return { subject: 'A recovery code was used', text: 'Somebody signed in to your account with one of its recovery codes.' }
    case 'ssh-key-added':
      return {
        subject: 'New SSH key on your account',
        text: 'An SSH key was added to your account.',
        facts: [
          ['Key', notice.name],
          ['Fingerprint', notice.fingerprint],
        ],
      }
    case 'identity-linked':
      return {
        subject: 'A sign-in was connected to your account',
        text: 'Your account can now be used by signing in with another service.',
        facts: [['Service', notice.issuer]],
      }
    case 'identity-unlinked':
      return {
        subject: 'A sign-in was disconnected from your account',
        text: 'Your account can no longer be used by signing in with this service.',
        facts: [['Service', notice.issuer]],
      }
    case 'account-deleted':
      return {
        subject: 'Your account was deleted',
        text: 'Your account on this hub was deleted. Nobody can sign in to it any more; what it had is being removed.',
      }
  }
}
