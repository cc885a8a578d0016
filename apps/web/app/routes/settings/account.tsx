import { data, Form, Link, redirect } from 'react-router'
import type { Route } from './+types/account'
import { DeletionPlanList, NameAgain, RepoChoice } from '../../features/account-deletion/deletion-fields.tsx'
import { formText } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orFormError } from '../../lib/page-error.ts'
import { placeFailure } from '../../lib/place-failure.ts'
import { signedOut } from '../../lib/session.server.ts'
import { Button } from '../../ui/button.tsx'
import { FormError, TextField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SettingsFrame } from './settings-frame.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) throw redirect('/sign-in?next=/settings/account')
  return { plan: await hub.ownDeletionPlan(), targets: hub.owners().filter((name) => name !== hub.viewer?.name) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) return redirect('/sign-in?next=/settings/account')
  const form = await request.formData()
  const asked = { repos: formText(form, 'repos'), to: formText(form, 'to') }
  const result = await orFormError(async () => {
    await hub.deleteOwnAccount({ ...asked, name: formText(form, 'name'), password: formText(form, 'password') })
    return signedOut(hub.origin, '/?done=account-deleted')
  }, request)
  return 'error' in result ? data({ ...result, asked }, 400) : result
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const meta: Route.MetaFunction = () => [{ title: 'Account · Portolan' }]

export default function Account({ loaderData: { plan, targets }, actionData }: Route.ComponentProps) {
  const failure = placeFailure(actionData, ['name', 'password', 'to'])
  const asked = actionData?.asked ?? { repos: 'delete', to: '' }
  return (
    <SettingsFrame title="Account">
      <Panel title="Delete your account">
        <div className="grid gap-5">
          <DeletionPlanList plan={plan} />
          {plan.soleAdminOf.length > 0 ? (
            <div className="grid gap-2 rounded-md border border-warn p-3">
              <p>Nobody else administers these organizations. Make somebody else an administrator there first, or delete them:</p>
              <ul className="flex flex-wrap gap-x-4 gap-y-1">
                {plan.soleAdminOf.map((org) => (
                  <li key={org}>
                    <Link to={`/organizations/${org}/members`} className="link break-all">
                      {org}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ) : (
            <Form method="post" preventScrollReset className="grid max-w-md gap-4">
              <FormError>{failure.above}</FormError>
              <RepoChoice repos={plan.repos} targets={targets} initial={asked} error={failure.at('to')} />
              <NameAgain name={plan.name} error={failure.at('name')} />
              <TextField
                label="Password"
                name="password"
                type="password"
                autoComplete="current-password"
                error={failure.at('password')}
                hint="Leave it empty if you sign in with your company account; sign out and in again before."
              />
              <Button type="submit" look="danger" className="justify-self-start">
                Delete account
              </Button>
            </Form>
          )}
        </div>
      </Panel>
    </SettingsFrame>
  )
}
