import { browserName } from '../../lib/browser-name.ts'
import { Time } from '../../ui/time.tsx'

interface Activity {
  readonly at: string
  readonly topic: string
  readonly address: string | null
  readonly way: string | null
  readonly kind: string | null
  readonly name: string | null
  readonly userAgent: string | null
}

const ways: Record<string, string> = { password: 'with the password', company: 'with the company account', passkey: 'with a passkey' }

/** What happened lately to how somebody signs in. */
export function ActivityList({ activity }: { activity: readonly Activity[] }) {
  return (
    <ul className="divide-y divide-line">
      {activity.map((each, i) => (
        <li key={i} className="py-2">
          <span className="block break-words">{inWords(each)}</span>
          <span className="block text-sm break-words text-soft">
            <Time iso={each.at} />
            {each.address === null ? null : <> · from {each.address}</>}
          </span>
        </li>
      ))}
    </ul>
  )
}

function inWords({ topic, way, kind, name, userAgent }: Activity): string {
  const factor = kind === 'passkey' ? `Passkey${name === null ? '' : ` “${name}”`}` : 'Authenticator app'
  switch (topic) {
    case 'session.started':
      return `Signed in ${ways[way ?? ''] ?? ''}${userAgent === null ? '' : `, ${browserName(userAgent)}`}`
    case 'second_factor.added':
      return `${factor} added`
    case 'second_factor.removed':
      return `${factor} removed`
    case 'second_factor.reset':
      return 'Second factors removed by an administrator'
    case 'recovery_codes.created':
      return 'New recovery codes made'
    case 'recovery_code.used':
      return 'Recovery code used'
    case 'account.password_changed':
      return 'Password changed'
    case 'account.reset_created':
      return 'Link for a new password made by an administrator'
    case 'token.created':
      return `Access token ${name === null ? '' : `“${name}” `}created`
    case 'ssh_key.added':
      return 'SSH key added'
    case 'identity.linked':
      return 'Company account connected'
    case 'identity.unlinked':
      return 'Company account disconnected'
    default:
      return topic
  }
}
