import { data, Form, redirect } from 'react-router'
import type { Route } from './+types/delete-person'
import { DeletionPlanList, NameAgain, RepoChoice } from '../../features/account-deletion/deletion-fields.tsx'
import { formText } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage, orFormError } from '../../lib/page-error.ts'
import { placeFailure } from '../../lib/place-failure.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FormError, TextField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { AdminFrame } from './admin-frame.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  return { plan: await orErrorPage(() => context.get(hubContext).deletionPlan(params.name)) }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const form = await request.formData()
  const asked = { repos: formText(form, 'repos'), to: formText(form, 'to'), handOverTo: formText(form, 'handOverTo') }
  const result = await orFormError(async () => {
    if (formText(form, 'name').trim().toLowerCase() !== params.name.toLowerCase())
      return { error: 'Type the name of the account to confirm', field: 'name' }
    await context.get(hubContext).deleteAccount(params.name, asked)
    return redirect('/admin/people?done=account-deleted')
  }, request)
  return 'error' in result ? data({ ...result, asked }, 400) : result
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const meta: Route.MetaFunction = () => [{ title: 'Delete account · Portolan' }]

export default function DeletePerson({ loaderData: { plan }, actionData }: Route.ComponentProps) {
  const failure = placeFailure(actionData, ['name', 'to', 'handOverTo'])
  const asked = actionData?.asked ?? { repos: 'delete', to: '', handOverTo: '' }
  return (
    <AdminFrame title={`Delete the account ${plan.name}`}>
      <Panel>
        <div className="grid gap-5">
          <DeletionPlanList plan={plan} />
          <Form method="post" preventScrollReset className="grid max-w-md gap-4">
            <FormError>{failure.above}</FormError>
            <RepoChoice repos={plan.repos} targets={null} initial={asked} error={failure.at('to')} />
            {plan.soleAdminOf.length > 0 ? (
              <TextField
                label="Hand organizations over to"
                name="handOverTo"
                required
                defaultValue={asked.handOverTo}
                error={failure.at('handOverTo')}
                hint={`Nobody else administers ${plan.soleAdminOf.join(', ')}.`}
              />
            ) : null}
            <NameAgain name={plan.name} error={failure.at('name')} />
            <div className="flex flex-wrap gap-2">
              <Button type="submit" look="danger">
                Delete account
              </Button>
              <LinkButton to="/admin/people">Cancel</LinkButton>
            </div>
          </Form>
        </div>
      </Panel>
    </AdminFrame>
  )
}
