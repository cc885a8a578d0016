import { Form, Link, redirect } from 'react-router'
import type { Route } from './+types/organizations'
import { formText } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orFormError } from '../../lib/page-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormError, TextField } from '../../ui/field.tsx'
import { Empty, Panel } from '../../ui/panel.tsx'
import { SettingsFrame } from './settings-frame.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { viewer } = context.get(hubContext)
  if (!viewer) throw redirect('/sign-in?next=/settings/organizations')
  return { orgs: viewer.orgs }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const name = formText(form, 'name')
  return orFormError(async () => {
    const org = await context.get(hubContext).createOrg(name, formText(form, 'fullname') || name)
    return redirect(`/${org.name}?done=created`)
  })
}

export const meta: Route.MetaFunction = () => [{ title: 'Organizations · Portolan' }]

export default function Organizations({ loaderData: { orgs }, actionData }: Route.ComponentProps) {
  return (
    <SettingsFrame title="Organizations">
      {orgs.length === 0 ? (
        <Empty title="You belong to no organization yet" />
      ) : (
        <ul className="sheet divide-y divide-line">
          {orgs.map(({ name, role }) => (
            <li key={name} className="flex justify-between px-4 py-3">
              <Link to={`/${name}`} className="text-sea">
                {name}
              </Link>
              <span className="text-soft">{role}</span>
            </li>
          ))}
        </ul>
      )}
      <Panel title="New organization">
        <Form method="post" className="grid gap-4">
          <FormError>{actionData && 'error' in actionData ? actionData.error : null}</FormError>
          <TextField
            label="Name"
            name="name"
            required
            minLength={2}
            maxLength={42}
            autoCapitalize="none"
            spellCheck={false}
            hint="Part of the address of its repositories."
          />
          <TextField label="Full name" name="fullname" maxLength={100} />
          <div>
            <Button type="submit" look="primary">
              Create organization
            </Button>
          </div>
        </Form>
      </Panel>
    </SettingsFrame>
  )
}
