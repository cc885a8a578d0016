import { type MailKind, mailKinds, type MailPace, mailPaces } from '@portolan/contract'
import { Form, Link, redirect } from 'react-router'
import type { Route } from './+types/notifications'
import { formText } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orFormError } from '../../lib/page-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormError, SelectField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SettingsFrame } from './settings-frame.tsx'

const kinds = Object.keys(mailKinds) as MailKind[]
const paceLabels: Readonly<Record<MailPace, string>> = { now: 'At once', daily: 'In a daily summary', off: 'Not by email' }

export async function loader({ context }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) throw redirect('/sign-in?next=/settings/notifications')
  return { news: await hub.newsByMail() }
}

export async function action({ context, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) return redirect('/sign-in?next=/settings/notifications')
  const form = await request.formData()
  const paceOf = (kind: MailKind) => mailPaces.find((pace) => pace === formText(form, kind)) ?? 'off'
  return orFormError(async () => {
    await hub.changeNewsByMail(Object.fromEntries(kinds.map((kind) => [kind, paceOf(kind)])) as Record<MailKind, MailPace>)
    return redirect('/settings/notifications?done=saved')
  })
}

export const meta: Route.MetaFunction = () => [{ title: 'Notification settings · Portolan' }]

export default function NotificationSettings({ loaderData: { news }, actionData }: Route.ComponentProps) {
  const { isMailOn, address, paces } = news
  return (
    <SettingsFrame title="Notifications">
      <p className="text-soft">
        Everything that concerns you is on the page{' '}
        <Link to="/notifications" className="text-sea">
          Notifications
        </Link>
        , whatever you choose here.
      </p>
      <Panel title="By email">
        {!isMailOn ? <p>This hub sends no email. Its administrators can set up a mail server.</p> : null}
        {isMailOn && address === null ? (
          <p>
            You get no email until you{' '}
            <Link to="/settings/email" className="text-sea">
              confirm your email address
            </Link>
            .
          </p>
        ) : null}
        {isMailOn && address !== null ? (
          <Form method="post" className="grid gap-4">
            <p className="min-w-0 text-soft">
              Goes to <span className="break-all text-ink">{address}</span>. What happens in one discussion within a few minutes comes in
              one email; what you have read here by then is left out.
            </p>
            <FormError>{actionData && 'error' in actionData ? actionData.error : null}</FormError>
            {kinds.map((kind) => (
              <SelectField key={kind} label={mailKinds[kind].label} hint={mailKinds[kind].hint} name={kind} defaultValue={paces[kind]}>
                {mailPaces.map((pace) => (
                  <option key={pace} value={pace}>
                    {paceLabels[pace]}
                  </option>
                ))}
              </SelectField>
            ))}
            <div>
              <Button type="submit" look="primary">
                Save
              </Button>
            </div>
            <p className="text-sm text-soft">Daily summaries go out at 06:00 UTC. Emails about the security of your account always come.</p>
          </Form>
        ) : null}
      </Panel>
    </SettingsFrame>
  )
}
