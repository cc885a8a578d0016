import { Form, redirect } from 'react-router'
import type { Route } from './+types/application'
import { AppForm } from '../../features/oauth/app-form.tsx'
import { FreshSecret, Secret } from '../../features/oauth/fresh-secret.tsx'
import { readAppForm } from '../../features/oauth/read-app-form.ts'
import { formText } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage, orFormError } from '../../lib/page-error.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SettingsFrame } from './settings-frame.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) throw redirect(`/sign-in?next=/settings/applications/${params.clientId}`)
  const app = await orErrorPage(() => hub.oauthApp(params.clientId))
  return { app, scopes: hub.oauthScopes(), origin: hub.origin }
}

export async function action({ context, params: { clientId }, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) return redirect(`/sign-in?next=/settings/applications/${clientId}`)
  const form = await request.formData()
  return orFormError(async () => {
    switch (formText(form, 'intent')) {
      case 'delete':
        await hub.deleteOAuthApp(clientId)
        return redirect('/settings/applications?done=deleted')
      case 'secret':
        return { secret: await hub.renewOAuthSecret(clientId) }
      default:
        await hub.updateOAuthApp(clientId, readAppForm(form))
        return redirect(`/settings/applications/${clientId}?done=saved`)
    }
  }, request)
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const meta: Route.MetaFunction = () => [{ title: 'Application · Portolan' }]

export default function Application({ loaderData: { app, scopes, origin }, actionData }: Route.ComponentProps) {
  return (
    <SettingsFrame title={app.name}>
      {actionData && 'secret' in actionData ? <FreshSecret clientId={app.clientId} secret={actionData.secret} /> : null}
      <Panel title="For its configuration">
        <div className="grid gap-4">
          <Secret label="Client ID" value={app.clientId} />
          <Secret label="Issuer" value={origin} />
          <Secret label="Discovery" value={`${origin}/.well-known/openid-configuration`} />
          <Form method="post" className="grid justify-items-start gap-2">
            <input type="hidden" name="intent" value="secret" />
            {app.isPublic ? (
              <p className="text-soft">It has no secret, and must use PKCE with S256.</p>
            ) : (
              <>
                <Button type="submit" small>
                  Regenerate secret
                </Button>
                <p className="text-sm text-soft">The secret that it has now ends at once.</p>
              </>
            )}
          </Form>
        </div>
      </Panel>
      <Panel title="Settings">
        <AppForm values={app} owners={[]} scopes={scopes} failure={actionData && 'error' in actionData ? actionData : null} button="Save" />
      </Panel>
      <Panel title="Delete">
        <Form method="post" className="grid justify-items-start gap-2">
          <input type="hidden" name="intent" value="delete" />
          <p className="text-soft">Everybody is signed out of it, and nobody can sign in to it any more. There is no way back.</p>
          <Button type="submit" look="danger">
            Delete application
          </Button>
        </Form>
      </Panel>
    </SettingsFrame>
  )
}
