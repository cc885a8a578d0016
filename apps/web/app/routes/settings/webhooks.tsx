import { Link, redirect } from 'react-router'
import type { Route } from './+types/webhooks'
import { readWebhookForm } from '../../features/webhooks/read-webhook-form.ts'
import { WebhookForm } from '../../features/webhooks/webhook-form.tsx'
import { hubContext } from '../../lib/hub-context.ts'
import { orFormError } from '../../lib/page-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Empty, Panel } from '../../ui/panel.tsx'
import { SettingsFrame } from './settings-frame.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) throw redirect('/sign-in?next=/settings/webhooks')
  return { hooks: await hub.webhooks() }
}

export async function action({ context, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) return redirect('/sign-in?next=/settings/webhooks')
  const form = await request.formData()
  return orFormError(async () => {
    const { uid } = await hub.createWebhook(readWebhookForm(form))
    return redirect(`/settings/webhooks/${uid}`)
  })
}

export const meta: Route.MetaFunction = () => [{ title: 'Webhooks · Portolan' }]

export default function Webhooks({ loaderData: { hooks }, actionData }: Route.ComponentProps) {
  return (
    <SettingsFrame title="Webhooks">
      <p className="text-soft">
        A webhook tells another program at once what happens to repositories, such as a push that should start a build.
      </p>
      {hooks.length === 0 ? (
        <Empty title="No webhooks yet" />
      ) : (
        <ul className="sheet divide-y divide-line">
          {hooks.map((hook) => (
            <li key={hook.uid} className="grid gap-1 px-4 py-3">
              <p className="flex flex-wrap items-center gap-2">
                <Link to={`/settings/webhooks/${hook.uid}`} className="min-w-0 font-mono text-sm break-all">
                  {hook.url}
                </Link>
                {hook.isDisabled ? <Badge tone="warn">switched off</Badge> : null}
              </p>
              <p className="text-sm break-words text-soft">{hook.watched.map(({ name }) => name).join(', ')}</p>
            </li>
          ))}
        </ul>
      )}
      <Panel title="New webhook">
        <WebhookForm
          values={null}
          failure={actionData && 'error' in actionData ? actionData : null}
          intent="create"
          button="Create webhook"
        />
      </Panel>
    </SettingsFrame>
  )
}
