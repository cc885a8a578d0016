import { Form, redirect } from 'react-router'
import type { Route } from './+types/email'
import { formText } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orFormError } from '../../lib/page-error.ts'
import { placeFailure } from '../../lib/place-failure.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FormError, TextField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SettingsFrame } from './settings-frame.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) throw redirect('/sign-in?next=/settings/email')
  return { email: await hub.email() }
}

export async function action({ context, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) return redirect('/sign-in?next=/settings/email')
  const form = await request.formData()
  const address = formText(form, 'email')
  const result = await orFormError(async () => {
    if (formText(form, 'intent') === 'again') await hub.sendConfirmationAgain()
    else await hub.changeEmail(address)
    return redirect('/settings/email?done=saved')
  }, request)
  return 'error' in result ? { ...result, address } : result
}

export const meta: Route.MetaFunction = () => [{ title: 'Email · Portolan' }]

export default function Email({ loaderData: { email }, actionData }: Route.ComponentProps) {
  const failure = actionData && 'error' in actionData ? actionData : null
  const { above, at } = placeFailure(failure, ['email'])
  const waits = email.newAddress ?? (email.isConfirmed ? null : email.address)
  return (
    <SettingsFrame title="Email">
      <Panel title="Email address">
        <div className="grid gap-3">
          {email.address === null ? (
            <p className="text-soft">Your account has no email address.</p>
          ) : (
            <p className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 break-all">{email.address}</span>
              <Badge>{email.isConfirmed ? 'Confirmed' : 'Not confirmed'}</Badge>
            </p>
          )}
          {email.newAddress === null ? null : (
            <p className="min-w-0 break-words">
              It is replaced by <span className="break-all">{email.newAddress}</span> once you open the link that was sent there.
            </p>
          )}
          {waits !== null && email.isMailOn ? (
            <Form method="post" className="flex flex-wrap items-center gap-3">
              <input type="hidden" name="intent" value="again" />
              <span className="min-w-0 text-soft">
                {email.newAddress === null ? 'A link to confirm it was sent there. ' : ''}Nothing arrived?
              </span>
              <Button type="submit" small>
                Send again
              </Button>
            </Form>
          ) : null}
          {waits !== null && !email.isMailOn ? (
            <p className="text-soft">This hub sends no email, so the address cannot be confirmed. Sign in with your user name.</p>
          ) : null}
        </div>
      </Panel>
      {email.canChange ? (
        <Panel title={email.address === null ? 'Add an address' : 'Change the address'}>
          {/* Empty again once an address was taken. */}
          <Form key={waits} method="post" className="grid gap-4">
            <input type="hidden" name="intent" value="change" />
            <FormError>{above}</FormError>
            <TextField
              label="New email address"
              name="email"
              type="email"
              autoComplete="email"
              required
              maxLength={254}
              defaultValue={failure?.address}
              error={at('email')}
            />
            <div>
              <Button type="submit" look="primary">
                {email.address === null ? 'Add address' : 'Change address'}
              </Button>
            </div>
          </Form>
        </Panel>
      ) : (
        <p className="text-soft">Your address comes from the company account that you sign in with.</p>
      )}
    </SettingsFrame>
  )
}
