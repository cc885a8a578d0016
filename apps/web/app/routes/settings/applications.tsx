import { Form, Link, redirect } from 'react-router'
import type { Route } from './+types/applications'
import { AppForm } from '../../features/oauth/app-form.tsx'
import { FreshSecret } from '../../features/oauth/fresh-secret.tsx'
import { readAppForm } from '../../features/oauth/read-app-form.ts'
import { formText } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage, orFormError } from '../../lib/page-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty, Panel } from '../../ui/panel.tsx'
import { Time } from '../../ui/time.tsx'
import { SettingsFrame } from './settings-frame.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const { viewer } = hub
  if (!viewer) throw redirect('/sign-in?next=/settings/applications')
  return orErrorPage(async () => {
    const own = await hub.oauthApps('own')
    const others = viewer.isAdmin
      ? (await hub.oauthApps('all')).filter((app) => !own.some(({ clientId }) => clientId === app.clientId))
      : []
    return {
      own,
      others,
      grants: await hub.oauthGrants(),
      scopes: hub.oauthScopes(),
      owners: [viewer.name, ...viewer.orgs.filter(({ role }) => role === 'admin').map(({ name }) => name)],
    }
  })
}

export async function action({ context, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) return redirect('/sign-in?next=/settings/applications')
  const { name: viewer } = hub.viewer
  const form = await request.formData()
  return orFormError(async () => {
    if (formText(form, 'intent') === 'revoke') {
      await hub.revokeOAuthGrant(formText(form, 'uid'))
      return redirect('/settings/applications?done=revoked')
    }
    // No redirect: the secret is only in this response.
    return hub.createOAuthApp({
      ...readAppForm(form),
      isPublic: formText(form, 'kind') === 'public',
      owner: formText(form, 'owner') || viewer,
    })
  }, request)
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const meta: Route.MetaFunction = () => [{ title: 'Applications · Portolan' }]

export default function Applications({ loaderData: { own, others, grants, scopes, owners }, actionData }: Route.ComponentProps) {
  return (
    <SettingsFrame title="Applications">
      {actionData && 'clientId' in actionData ? <FreshSecret clientId={actionData.clientId} secret={actionData.secret} /> : null}
      <Panel title="Signed in with your account">
        {grants.length === 0 ? (
          <p className="text-soft">You have not signed in to any application with your account here.</p>
        ) : (
          <ul className="divide-y divide-line">
            {grants.map((grant) => (
              <li key={grant.uid} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
                <div className="min-w-0 flex-1 basis-60">
                  <p className="font-medium break-words">
                    {grant.app.name} <span className="font-normal text-soft">by {grant.app.owner}</span>
                  </p>
                  <p className="text-sm text-soft">It may {grant.may.join('; ')}.</p>
                  <p className="text-sm text-soft">
                    Last used <Time iso={grant.usedAt} />
                  </p>
                </div>
                <Form method="post">
                  <input type="hidden" name="intent" value="revoke" />
                  <input type="hidden" name="uid" value={grant.uid} />
                  <Button type="submit" small look="danger" aria-label={`Revoke ${grant.app.name}`}>
                    Revoke
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title="Your applications">
        <p className="mb-3 text-soft">Programs of yours that let people sign in with their account on this hub.</p>
        {own.length === 0 ? <Empty title="No applications yet" /> : <AppList apps={own} />}
      </Panel>
      {others.length > 0 ? (
        <Panel title="Everybody else’s">
          <p className="mb-3 text-soft">You see them as the administrator of this hub.</p>
          <AppList apps={others} />
        </Panel>
      ) : null}
      <Panel title="New application">
        <AppForm
          // Resets the form after creation, so that submitting it again does not create the application twice.
          key={actionData && 'clientId' in actionData ? actionData.clientId : ''}
          values={null}
          owners={owners}
          scopes={scopes}
          failure={actionData && 'error' in actionData ? actionData : null}
          button="Register application"
        />
      </Panel>
    </SettingsFrame>
  )
}

interface App {
  clientId: string
  name: string
  owner: string
  isPublic: boolean
  isSpace: boolean
}

function AppList({ apps }: { apps: readonly App[] }) {
  return (
    <ul className="divide-y divide-line">
      {apps.map((app) => (
        <li key={app.clientId} className="flex flex-wrap items-center gap-2 py-2">
          {app.isSpace ? (
            <span className="font-medium break-words">{app.name}</span>
          ) : (
            <Link to={`/settings/applications/${app.clientId}`} className="font-medium break-words">
              {app.name}
            </Link>
          )}
          <span className="text-soft">by {app.owner}</span>
          {app.isSpace ? <Badge>Space</Badge> : app.isPublic ? <Badge>public</Badge> : null}
        </li>
      ))}
    </ul>
  )
}
