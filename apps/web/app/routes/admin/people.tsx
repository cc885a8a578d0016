import { data, Link, redirect } from 'react-router'
import type { Route } from './+types/people'
import { PersonRow } from '../../features/people/person-row.tsx'
import { formText } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage, orFormError } from '../../lib/page-error.ts'
import { pageNumber } from '../../lib/page-number.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { Empty } from '../../ui/panel.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { AdminFrame } from './admin-frame.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const q = searchParams.get('q') ?? ''
  const only = searchParams.get('only') ?? ''
  const page = pageNumber(searchParams)
  return { q, only, page, ...(await orErrorPage(() => context.get(hubContext).people({ search: q, only, page }))) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const name = formText(form, 'name')
  const intent = formText(form, 'intent')
  const hub = context.get(hubContext)
  const result = await orFormError(async () => {
    if (intent === 'reset-password') return { name, link: `${hub.origin}/reset-password?code=${await hub.createPasswordReset(name)}` }
    await hub.changePerson(name, intent)
    return redirect(`/admin/people${new URL(request.url).search || '?'}&done=saved`)
  }, request)
  return 'error' in result ? data({ name, error: result.error }, 400) : result
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const meta: Route.MetaFunction = () => [{ title: 'People · Portolan' }]

const filters = [
  ['', 'Everybody'],
  ['administrators', 'Administrators'],
  ['suspended', 'Suspended'],
] as const

export default function People({ loaderData: { q, only, page, people, hasMore }, actionData }: Route.ComponentProps) {
  const failure = actionData && 'error' in actionData ? actionData : null
  const reset = actionData && 'link' in actionData ? actionData : null
  const pageLink = (p: number) => `?${new URLSearchParams({ ...(q ? { q } : {}), ...(only ? { only } : {}), p: String(p) })}`
  return (
    <AdminFrame title="People">
      <SearchForm
        label="People"
        box={{ label: 'Search by name or e-mail address', value: q, placeholder: 'Search by name or e-mail address' }}
        choices={[{ name: 'only', label: 'Show', value: only, options: filters }]}
        className="max-w-2xl"
      />
      {people.length === 0 ? (
        <Empty title="No matching accounts" />
      ) : (
        <ul className="sheet divide-y divide-line">
          {people.map((person) => (
            <PersonRow
              key={person.name}
              person={person}
              error={failure?.name === person.name ? failure.error : null}
              resetLink={reset?.name === person.name ? reset.link : null}
            />
          ))}
        </ul>
      )}
      <Pagination previous={page > 0 ? pageLink(page - 1) : null} next={hasMore ? pageLink(page + 1) : null} />
      <p className="text-sm text-soft">
        Programs have accounts of their own: see <Link to="/admin/robots">service accounts</Link>.
      </p>
    </AdminFrame>
  )
}
