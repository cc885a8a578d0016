import { Form } from 'react-router'
import { browserName } from '../../lib/browser-name.ts'
import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/time.tsx'

interface Session {
  readonly id: string
  readonly userAgent: string | null
  readonly address: string | null
  readonly lastUsedAt: string
  readonly createdAt: string
  readonly current: boolean
}

/** The browsers somebody is signed in with. */
export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  return (
    <>
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
            <span className="min-w-0">
              <span className="block truncate font-medium" title={session.userAgent ?? undefined}>
                {browserName(session.userAgent)}
              </span>
              <span className="block text-sm break-words text-soft">
                {session.address === null ? null : <>{session.address} · </>}
                signed in <Time iso={session.createdAt} />
                {session.current ? null : (
                  <>
                    {' '}
                    · last used <Time iso={session.lastUsedAt} />
                  </>
                )}
              </span>
            </span>
            {session.current ? (
              <span className="text-sm text-soft">this browser</span>
            ) : (
              <Form method="post">
                <input type="hidden" name="intent" value="end-session" />
                <input type="hidden" name="id" value={session.id} />
                <Button type="submit" small aria-label={`Sign out ${browserName(session.userAgent)}`}>
                  Sign out
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Form method="post" className="mt-4">
          <input type="hidden" name="intent" value="end-other-sessions" />
          <Button type="submit" small>
            Sign out everywhere else
          </Button>
        </Form>
      ) : null}
    </>
  )
}
