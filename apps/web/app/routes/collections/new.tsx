import { redirect } from 'react-router'
import type { Route } from './+types/new'
import { NewCollectionForm } from '../../features/collections/collection-form.tsx'
import { formText } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orFormError } from '../../lib/page-error.ts'
import { Narrow } from '../../ui/panel.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) throw redirect('/sign-in?next=/collections/new')
  return { owners: hub.owners() }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const given = { title: formText(form, 'title'), description: formText(form, 'description') }
  const result = await orFormError(async () => {
    const isPrivate = form.get('private') !== null
    const made = await context.get(hubContext).createCollection({ ...given, namespace: formText(form, 'namespace'), isPrivate })
    return redirect(`${made.path}?done=created`)
  })
  return 'error' in result ? { ...result, given } : result
}

export const meta: Route.MetaFunction = () => [{ title: 'New collection · Portolan' }]

export default function NewCollection({ loaderData: { owners }, actionData }: Route.ComponentProps) {
  const failure = actionData && 'error' in actionData ? actionData : null
  return (
    <Narrow title="New collection">
      <NewCollectionForm owners={owners} given={failure?.given} error={failure} />
    </Narrow>
  )
}
