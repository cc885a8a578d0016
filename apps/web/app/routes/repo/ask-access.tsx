import { Form, redirect } from 'react-router'
import type { Route } from './+types/ask-access'
import { RepoHeader } from '../../features/repo-header.tsx'
import { ServerHtml } from '../../features/server-html.tsx'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage, orFormError } from '../../lib/page-error.ts'
import { typeOfPath } from '../../lib/paths.ts'
import { placeFailure } from '../../lib/place-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, FormError, SelectField, TextField } from '../../ui/field.tsx'
import { Empty } from '../../ui/panel.tsx'

/** Prefixes question labels in form field names, so that no label collides with another field. */
const prefix = 'answer:'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const page = await orErrorPage(() => hub.askPage(typeOfPath(new URL(request.url).pathname), `${params.owner}/${params.name}`))
  if (page.movedTo) throw redirect(`${page.movedTo}/ask-access`)
  if (!hub.viewer) throw redirect(`/sign-in?next=${encodeURIComponent(`${page.header.path}/ask-access`)}`)
  const profile = await hub.profile()
  return { page, shared: { name: profile.name, fullname: profile.fullname, email: profile.email } }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const { pathname } = new URL(request.url)
  const [type, fullName] = [typeOfPath(pathname), `${params.owner}/${params.name}`] as const
  const path = pathname.replace(/\/ask-access(\.data)?$/, '')
  if (!hub.viewer) throw redirect(`/sign-in?next=${encodeURIComponent(`${path}/ask-access`)}`)
  const form = await request.formData()
  if (form.get('intent') === 'cancel') {
    const done = await orFormError(() => hub.cancelAccess(type, fullName))
    return done ? { ...done, given: {} } : redirect(`${path}?done=withdrawn`)
  }
  const given = Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      name.startsWith(prefix) && typeof value === 'string' ? [[name.slice(prefix.length), value]] : [],
    ),
  ) as Record<string, string>
  const result = await orFormError(async () => ({ status: await hub.askAccess(type, fullName, given) }))
  if ('error' in result) return { ...result, given }
  return redirect(`${path}?done=${result.status === 'accepted' ? 'access-given' : 'asked'}`)
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Request access to ${loaderData?.page.header.fullName ?? ''} · Portolan` },
]

export default function AskAccess({ loaderData: { page, shared }, actionData }: Route.ComponentProps) {
  const { header, fields } = page
  const isOpen = header.gated === false || header.viewer.canReadContent
  const { above, at } = placeFailure(
    actionData,
    fields.map(({ label }) => label),
  )
  const isDecided = header.viewer.request !== null
  return (
    <>
      <RepoHeader repo={header} />
      <main id="main" className="page grid max-w-3xl gap-6 py-8">
        <h2 className="display text-2xl">{page.heading ?? 'Request access'}</h2>
        {isOpen ? (
          <Empty title="You have these files already">Nothing needs to be asked for.</Empty>
        ) : isDecided ? null : (
          <>
            {page.promptHtml ? <ServerHtml html={page.promptHtml} className="prose card sheet max-w-none px-6 py-5" /> : null}
            <Form method="post" className="sheet grid gap-5 p-6">
              <FormError>{above}</FormError>
              {page.description ? <p className="whitespace-pre-wrap">{page.description}</p> : null}
              {fields.map((field) => (
                <Question
                  key={field.label}
                  field={field}
                  countries={page.countries}
                  given={actionData?.given[field.label]}
                  error={at(field.label)}
                />
              ))}
              <p className="text-sm text-soft">
                {header.owner} will see your user name {shared.name}, your full name {shared.fullname}
                {shared.email ? `, your e-mail address ${shared.email}` : ''}
                {fields.length > 0 ? ', and these answers' : ''}.
              </p>
              <div>
                <Button type="submit" look="primary">
                  {page.buttonLabel ?? (header.gated === 'auto' ? 'Agree and get access' : 'Agree and request access')}
                </Button>
              </div>
            </Form>
          </>
        )}
      </main>
    </>
  )
}

type Field = Route.ComponentProps['loaderData']['page']['fields'][number]

function Question({
  field: { label, kind, options },
  countries,
  given,
  error,
}: {
  field: Field
  countries: readonly string[]
  given: string | undefined
  error: string | null
}) {
  const name = prefix + label
  switch (kind) {
    case 'checkbox':
      return <Checkbox label={label} hint={error} name={name} required defaultChecked={given !== undefined} />
    case 'date':
      return <TextField label={label} name={name} type="date" required defaultValue={given} error={error} />
    case 'country':
    case 'select':
      return (
        <SelectField label={label} name={name} required defaultValue={given ?? ''} error={error}>
          <option value="">Choose…</option>
          {kind === 'country'
            ? countries.map((country) => <option key={country}>{country}</option>)
            : options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
        </SelectField>
      )
    default:
      return <TextField label={label} name={name} required maxLength={1000} defaultValue={given} error={error} />
  }
}
