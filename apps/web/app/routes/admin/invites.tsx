import { data, Form, redirect } from 'react-router'
import type { Route } from './+types/invites'
import { formText } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage, orFormError } from '../../lib/page-error.ts'
import { pageNumber } from '../../lib/page-number.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FormError, SelectField } from '../../ui/field.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Empty, Panel } from '../../ui/panel.tsx'
import { Time } from '../../ui/time.tsx'
import { AdminFrame } from './admin-frame.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageNumber(new URL(request.url).searchParams)
  return { page, ...(await orErrorPage(() => context.get(hubContext).invites(page))) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const hub = context.get(hubContext)
  const result = await orFormError(async () => {
    // No redirect: the code is shown only in this response, which must not be cached.
    if (formText(form, 'intent') === 'create') return { code: await hub.createInvite(Number(formText(form, 'days'))) }
    await hub.revokeInvite(formText(form, 'id'))
    return redirect('/admin/invites?done=saved')
  }, request)
  return 'error' in result ? data({ error: result.error }, 400) : result
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const meta: Route.MetaFunction = () => [{ title: 'Invitations · Portolan' }]

const about = {
  open: 'Anybody can sign up on this hub: an invitation is not needed.',
  invite: 'Signing up on this hub needs an invitation.',
  closed: 'Signing up is closed on this hub: invitations have no effect.',
} as const

export default function Invites({ loaderData: { page, policy, invites, hasMore }, actionData }: Route.ComponentProps) {
  const code = actionData && 'code' in actionData ? actionData.code : null
  return (
    <AdminFrame title="Invitations">
      <p className="max-w-prose text-soft">An invitation lets one person create an account. {about[policy]}</p>
      <FormError>{actionData && 'error' in actionData ? actionData.error : null}</FormError>
      <Panel title="Invite somebody">
        {code === null ? null : (
          <div role="status" className="mb-4 grid max-w-xl justify-items-start gap-2 rounded-md border border-good p-3">
            <p>Send this code to one person. You won’t see it again.</p>
            <p className="font-mono break-all">{code}</p>
            <CopyButton text={code} label="Copy code" what="Code" />
          </div>
        )}
        <Form method="post" preventScrollReset className="flex flex-wrap items-end gap-3">
          <SelectField label="Valid for" name="days" defaultValue="7">
            {[1, 7, 30, 90].map((days) => (
              <option key={days} value={days}>
                {days === 1 ? '1 day' : `${days} days`}
              </option>
            ))}
          </SelectField>
          <Button type="submit" look="primary" name="intent" value="create">
            Create invitation
          </Button>
        </Form>
      </Panel>
      {invites.length === 0 ? (
        <Empty title="No invitations" />
      ) : (
        <ul className="sheet divide-y divide-line">
          {invites.map((invite) => (
            <li key={invite.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3">
              <div className="min-w-0">
                <p>
                  Made by <span className="font-medium break-all">{invite.madeBy ?? 'a deleted account'}</span>,{' '}
                  <Time iso={invite.createdAt} />
                </p>
                <p className="text-sm text-soft">
                  {invite.state === 'used' ? (
                    <>
                      Used by <span className="break-all">{invite.usedBy ?? 'a deleted account'}</span>
                    </>
                  ) : (
                    <>
                      {invite.state === 'open' ? 'Expires' : 'Expired'} <Time iso={invite.expiresAt} />
                    </>
                  )}
                </p>
              </div>
              {invite.state === 'used' ? null : (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="id" value={invite.id} />
                  <Button
                    type="submit"
                    small
                    look="danger"
                    name="intent"
                    value="revoke"
                    aria-label={`${invite.state === 'open' ? 'Revoke' : 'Remove'} invitation ${invite.id.slice(0, 8)}`}
                  >
                    {invite.state === 'open' ? 'Revoke' : 'Remove'}
                  </Button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      <Pagination previous={page > 0 ? `?p=${page - 1}` : null} next={hasMore ? `?p=${page + 1}` : null} />
    </AdminFrame>
  )
}
