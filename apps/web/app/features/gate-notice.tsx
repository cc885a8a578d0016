import type { RepoHeaderView } from '@portolan/pages'
import { Form, useLocation } from 'react-router'
import { typeNames } from '../lib/paths.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Time } from '../ui/time.tsx'

const box = 'mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border border-warn bg-warn-well px-4 py-3'

/** Banner on the pages of a gated repo: whether the reader has access to the files, and how to request it. Owners see pending requests. */
export function GateNotice({ repo }: { repo: RepoHeaderView }) {
  const { canReadContent, request } = repo.viewer
  const { pathname } = useLocation()
  const ask = `${repo.path}/ask-access`
  // That page shows the form itself.
  if (pathname === ask && request === null) return null
  if (repo.gated && repo.viewer.waiting > 0) {
    const isThere = pathname === `${repo.path}/settings/access`
    return isThere ? null : (
      <div role="note" className={box}>
        <p>
          {repo.viewer.waiting} pending access {repo.viewer.waiting === 1 ? 'request' : 'requests'}
        </p>
        <LinkButton small to={`${repo.path}/settings/access`}>
          Review
        </LinkButton>
      </div>
    )
  }
  if (!repo.gated || (canReadContent && request?.status !== 'accepted')) return null
  return (
    <div role="note" className={box}>
      {canReadContent ? (
        <>
          <p className="min-w-0">You have been granted access to these files.</p>
          <Withdraw action={ask} label="Give up access" />
        </>
      ) : request?.status === 'pending' ? (
        <>
          <p className="min-w-0">
            You requested access <Time iso={request.askedAt} />. {repo.owner} has not answered yet.
          </p>
          <Withdraw action={ask} label="Withdraw request" />
        </>
      ) : request?.status === 'rejected' ? (
        <p className="min-w-0 break-words">
          {repo.owner} has turned down your request for the files{request.reason ? `: “${request.reason}”` : '.'}
        </p>
      ) : (
        <>
          <p className="min-w-0">
            This {typeNames[repo.type].toLowerCase()} is gated. Request access to download files
            {repo.gated === 'auto' ? '; it is granted at once to signed-in people who agree.' : `; ${repo.owner} decides.`}
          </p>
          <LinkButton small look="primary" to={repo.viewer.isSignedIn ? ask : `/sign-in?next=${encodeURIComponent(ask)}`}>
            {repo.viewer.isSignedIn ? 'Request access' : 'Sign in to request access'}
          </LinkButton>
        </>
      )}
    </div>
  )
}

function Withdraw({ action, label }: { action: string; label: string }) {
  return (
    <Form method="post" action={action}>
      <Button type="submit" small name="intent" value="cancel">
        {label}
      </Button>
    </Form>
  )
}
