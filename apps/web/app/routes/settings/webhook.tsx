import { Form, Link, redirect } from 'react-router'
import type { Route } from './+types/webhook'
import { DeliveryList } from '../../features/webhooks/delivery-list.tsx'
import { readWebhookForm } from '../../features/webhooks/read-webhook-form.ts'
import { WebhookForm } from '../../features/webhooks/webhook-form.tsx'
import { formText } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage, orFormError } from '../../lib/page-error.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SettingsFrame } from './settings-frame.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) throw redirect(`/sign-in?next=/settings/webhooks/${params.uid}`)
  return orErrorPage(() => hub.webhook(params.uid))
}

export async function action({ context, params: { uid }, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) return redirect(`/sign-in?next=/settings/webhooks/${uid}`)
  const form = await request.formData()
  return orFormError(async () => {
    switch (formText(form, 'intent')) {
      case 'delete':
        await hub.deleteWebhook(uid)
        return redirect('/settings/webhooks')
      case 'test':
        await hub.testWebhook(uid)
        break
      case 'replay':
        await hub.redeliver(uid, formText(form, 'delivery'))
        break
      case 'enable':
      case 'disable':
        await hub.switchWebhook(uid, formText(form, 'intent') === 'enable')
        break
      default:
        await hub.updateWebhook(uid, readWebhookForm(form))
    }
    return redirect(`/settings/webhooks/${uid}`)
  })
}

export const meta: Route.MetaFunction = () => [{ title: 'Webhook · Portolan' }]

export default function WebhookRoute({ loaderData: { hook, deliveries }, actionData }: Route.ComponentProps) {
  const waiting = deliveries.filter(({ state }) => state === 'waiting').length
  return (
    <SettingsFrame title="Webhook">
      <p className="font-mono text-sm break-all text-soft">{hook.url}</p>
      {hook.isDisabled ? (
        <p className="rounded-md border border-warn bg-warn-well px-4 py-3 text-warn" role="status">
          Switched off{whyOff(hook)}. It receives no new events until it is switched on; pending messages are sent then.
        </p>
      ) : null}
      {hook.isLimited ? (
        <p className="text-sm text-soft">
          It receives events of private repositories only as far as the access token that created or last changed it could read them. Save
          it here to include everything you can read.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Act intent="test">Send a test</Act>
        <Act intent={hook.isDisabled ? 'enable' : 'disable'}>{hook.isDisabled ? 'Switch on' : 'Switch off'}</Act>
        <Act intent="delete" look="danger">
          Delete
        </Act>
      </div>
      <Panel
        title="Deliveries"
        actions={
          waiting > 0 ? (
            <Link to="." reloadDocument className="text-sm">
              Look again
            </Link>
          ) : null
        }
      >
        <DeliveryList deliveries={deliveries} />
      </Panel>
      <Panel title="Settings">
        <WebhookForm values={hook} failure={actionData && 'error' in actionData ? actionData : null} intent="update" button="Save" />
      </Panel>
    </SettingsFrame>
  )
}

function whyOff({ disabledReason, failures }: { disabledReason: 'failures' | 'backlog' | null; failures: number }): string {
  if (disabledReason === 'backlog') return ': more messages waited for its receiver than may wait, and the newest were not kept'
  return disabledReason === 'failures' ? ` after ${failures} messages in a row that nobody took` : ''
}

function Act({ intent, look, children }: { intent: string; look?: 'danger'; children: string }) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value={intent} />
      <Button type="submit" small {...(look ? { look } : {})}>
        {children}
      </Button>
    </Form>
  )
}
