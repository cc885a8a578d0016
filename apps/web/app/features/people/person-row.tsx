import { Form, Link } from 'react-router'
import { formatCount } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClasses, type ButtonLook, LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FormError } from '../../ui/field.tsx'
import { Time } from '../../ui/time.tsx'

export interface PersonView {
  readonly name: string
  readonly fullname: string
  readonly email: string | null
  readonly isAdmin: boolean
  readonly isSuspended: boolean
  /** Whether this is the viewer's own account. */
  readonly isSelf: boolean
  readonly createdAt: string
  readonly lastSeenAt: string | null
  readonly hasSecondFactor: boolean
  readonly sessions: number
  readonly tokens: number
  readonly applications: number
  readonly repos: number
}

/** An account, with the actions available to an administrator. */
export function PersonRow({ person, error, resetLink }: { person: PersonView; error: string | null; resetLink: string | null }) {
  const { name, fullname, email, isAdmin, isSuspended, createdAt, lastSeenAt, sessions, tokens, applications, repos } = person
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-4">
      <div className="grid min-w-0 grow basis-72 grid-cols-1 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link to={`/${name}`} className="max-w-full truncate font-semibold text-ink">
            {name}
          </Link>
          {fullname === name ? null : <span className="max-w-full truncate text-soft">{fullname}</span>}
          {isAdmin ? <Badge tone="sea">Administrator</Badge> : null}
          {person.hasSecondFactor ? <Badge>Second factor</Badge> : null}
          {isSuspended ? <Badge tone="warn">Suspended</Badge> : null}
        </p>
        {email === null ? null : <p className="text-sm break-all text-soft">{email}</p>}
        <p className="text-sm text-soft">
          Joined <Time iso={createdAt} /> ·{' '}
          {lastSeenAt === null ? (
            'never active'
          ) : (
            <>
              last active <Time iso={lastSeenAt} />
            </>
          )}
        </p>
        <p className="text-sm text-soft">
          {count(repos, 'repository', 'repositories')} · {count(sessions, 'session', 'sessions')} ·{' '}
          {count(tokens, 'access token', 'access tokens')}
          {applications === 0 ? null : <> · {count(applications, 'application', 'applications')}</>}
        </p>
      </div>
      <details className="group/manage min-w-0 sm:max-w-96" open={error !== null || resetLink !== null}>
        <summary className={buttonClasses({ small: true }, 'w-fit cursor-pointer list-none')} aria-label={`Manage ${name}`}>
          Manage
        </summary>
        <Form method="post" preventScrollReset className="mt-2 grid gap-3" aria-label={`Manage ${name}`}>
          <input type="hidden" name="name" value={name} />
          {error === null ? null : <FormError>{error}</FormError>}
          {resetLink === null ? null : (
            <div role="status" className="grid justify-items-start gap-2 rounded-md border border-good p-3 text-sm">
              <p>Send this link to {name}. It works once, for 24 hours. You won’t see it again.</p>
              <p className="font-mono text-xs break-all">{resetLink}</p>
              <CopyButton text={resetLink} label="Copy link" what="Link" />
            </div>
          )}
          {actionsFor(person).map(({ intent, label, hint, look }) => (
            <div key={intent} className="grid justify-items-start gap-1">
              <Button type="submit" small look={look} name="intent" value={intent} aria-label={`${label}: ${name}`}>
                {label}
              </Button>
              <p className="text-sm text-soft">{hint}</p>
            </div>
          ))}
        </Form>
        {person.isSelf ? null : (
          <div className="mt-3 grid justify-items-start gap-1">
            <LinkButton to={`/admin/people/${name}/delete`} small look="danger" aria-label={`Delete account: ${name}`}>
              Delete account…
            </LinkButton>
            <p className="text-sm text-soft">Shows first what goes with it, and asks about repositories.</p>
          </div>
        )}
      </details>
    </li>
  )
}

interface PersonAction {
  readonly intent: string
  readonly label: string
  readonly hint: string
  readonly look: ButtonLook
}

function actionsFor({ isAdmin, isSuspended, isSelf, sessions, tokens, applications, hasSecondFactor }: PersonView): PersonAction[] {
  const all: (PersonAction | null)[] = [
    sessions > 0 ? { intent: 'end-sessions', label: 'Sign out everywhere', hint: 'Ends all browser sessions.', look: 'plain' } : null,
    tokens + applications > 0
      ? {
          intent: 'revoke-tokens',
          label: 'Revoke access tokens',
          hint: 'Revokes all access tokens and connected applications. This cannot be undone.',
          look: 'danger',
        }
      : null,
    isSuspended
      ? null
      : { intent: 'reset-password', label: 'Create password reset link', hint: 'For somebody who forgot the password.', look: 'plain' },
    isSelf || !hasSecondFactor
      ? null
      : {
          intent: 'reset-second-factors',
          label: 'Remove second factors',
          hint: 'For somebody who lost their phone and their recovery codes. Ends all browser sessions.',
          look: 'danger',
        },
    isAdmin
      ? { intent: 'remove-administrator', label: 'Remove administrator rights', hint: 'Repositories and memberships stay.', look: 'plain' }
      : { intent: 'make-administrator', label: 'Make administrator', hint: 'Gives access to everything on this hub.', look: 'plain' },
  ]
  if (!isSelf)
    all.push(
      isSuspended
        ? {
            intent: 'reactivate',
            label: 'Reactivate account',
            hint: 'Access tokens work again; sessions have to be started anew.',
            look: 'primary',
          }
        : {
            intent: 'suspend',
            label: 'Suspend account',
            hint: 'Ends all sessions and stops access tokens, links and connected applications at once. Repositories stay.',
            look: 'danger',
          },
    )
  return all.filter((each) => each !== null)
}

function count(n: number, one: string, many: string): string {
  return `${formatCount(n)} ${n === 1 ? one : many}`
}
