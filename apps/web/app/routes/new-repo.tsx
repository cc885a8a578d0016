import { Form, redirect } from 'react-router'
import type { Route } from './+types/new-repo'
import type { RepoType } from '@portolan/contract'
import { formText } from '../lib/form-text.ts'
import { hubContext } from '../lib/hub-context.ts'
import { orFormError } from '../lib/page-error.ts'
import { typeNames } from '../lib/paths.ts'
import { placeFailure } from '../lib/place-failure.ts'
import { toSignIn } from '../lib/to-sign-in.ts'
import { Button } from '../ui/button.tsx'
import { Choices, FormError, SelectField, TextField } from '../ui/field.tsx'
import { Narrow } from '../ui/panel.tsx'

function typeOf(request: Request): RepoType {
  const { pathname } = new URL(request.url)
  if (pathname.startsWith('/new-dataset')) return 'dataset'
  return pathname.startsWith('/new-space') ? 'space' : 'model'
}

export function loader({ context, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) throw toSignIn(request)
  return {
    type: typeOf(request),
    owners: hub.owners(),
    templates: hub.spaceTemplates.map(({ id, label, hint }) => ({ value: id, label, hint })),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const type = typeOf(request)
  const form = await request.formData()
  const field = (name: string) => formText(form, name)
  const result = await orFormError(async () => {
    const repo = await context.get(hubContext).createRepo({
      type,
      owner: field('owner'),
      name: field('name'),
      visibility: field('visibility') === 'private' ? 'private' : 'public',
      sdk: type === 'space' ? field('sdk') || 'static' : null,
      license: field('license') || null,
      template: field('template'),
    })
    return redirect(`${repo.path}?done=created`)
  })
  return 'error' in result ? { ...result, name: field('name') } : result
}

const licenses = [
  'apache-2.0',
  'mit',
  'bsd-3-clause',
  'gpl-3.0',
  'cc0-1.0',
  'cc-by-4.0',
  'cc-by-sa-4.0',
  'cc-by-nc-4.0',
  'openrail',
  'other',
]

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `New ${typeNames[loaderData?.type ?? 'model'].toLowerCase()} · Portolan` },
]

export default function NewRepo({ loaderData: { type, owners, templates }, actionData }: Route.ComponentProps) {
  const failure = actionData && 'error' in actionData ? actionData : null
  const { above, at } = placeFailure(failure, ['name'])
  return (
    <Narrow title={`New ${typeNames[type].toLowerCase()}`}>
      <Form method="post" className="sheet grid gap-5 p-6">
        <FormError>{above}</FormError>
        <SelectField label="Owner" name="owner">
          {owners.map((owner) => (
            <option key={owner}>{owner}</option>
          ))}
        </SelectField>
        <TextField
          label="Name"
          name="name"
          required
          maxLength={96}
          pattern="[A-Za-z0-9_.\-]+"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={failure?.name}
          error={at('name')}
          hint="Letters, digits, - _ and ."
        />
        {type === 'space' ? (
          <SelectField label="Kind of app" name="sdk">
            <option value="static">Static: HTML and JavaScript</option>
            <option value="gradio">Gradio</option>
            <option value="docker">Docker</option>
          </SelectField>
        ) : null}
        {type === 'space' ? <Choices legend="A static one begins with" name="template" value="page" options={templates} /> : null}
        <SelectField label="License" name="license">
          <option value="">Decide later</option>
          {licenses.map((license) => (
            <option key={license}>{license}</option>
          ))}
        </SelectField>
        <Choices
          legend="Visibility"
          name="visibility"
          value="public"
          options={[
            { value: 'public', label: 'Public', hint: 'Everybody who can reach this hub' },
            { value: 'private', label: 'Private', hint: 'You, and the members of the organization that owns it' },
          ]}
        />
        <Button type="submit" look="primary">
          Create
        </Button>
      </Form>
    </Narrow>
  )
}
