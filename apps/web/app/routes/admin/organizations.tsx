import { data, Form, Link, redirect } from 'react-router'
import type { Route } from './+types/organizations'
import { formText } from '../../lib/form-text.ts'
import { formatCount } from '../../lib/format.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage, orFormError } from '../../lib/page-error.ts'
import { pageNumber } from '../../lib/page-number.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/field.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Empty } from '../../ui/panel.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { Time } from '../../ui/time.tsx'
import { AdminFrame } from './admin-frame.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const asked = { search: searchParams.get('q') ?? '', only: searchParams.get('only') ?? '', page: pageNumber(searchParams) }
  return { ...asked, ...(await orErrorPage(() => context.get(hubContext).organizations(asked))) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const hub = context.get(hubContext)
  const name = formText(form, 'name')
  const result = await orFormError(async () => {
    if (formText(form, 'intent') === 'restore') await hub.restoreOrganization(name)
    else await hub.deleteOrganization(name)
    return redirect(`/admin/organizations${new URL(request.url).search || '?'}&done=saved`)
  }, request)
  return 'error' in result ? data({ name, error: result.error }, 400) : result
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const meta: Route.MetaFunction = () => [{ title: 'Organizations · Portolan' }]

const filters = [
  ['', 'Existing'],
  ['deleted', 'Deleted'],
] as const

export default function Organizations({ loaderData, actionData }: Route.ComponentProps) {
  const { search, only, page, organizations, hasMore } = loaderData
  const pageLink = (p: number) => `?${new URLSearchParams({ ...(search ? { q: search } : {}), ...(only ? { only } : {}), p: String(p) })}`
  return (
    <AdminFrame title="Organizations">
      <SearchForm
        label="Organizations"
        box={{ label: 'Search by name', value: search, placeholder: 'Search by name' }}
        choices={[{ name: 'only', label: 'Show', value: only, options: filters }]}
        className="max-w-2xl"
      />
      {only === 'deleted' ? (
        <p className="max-w-prose text-soft">
          A deleted organization can be restored as long as its name is kept. Its members are gone: you become its administrator. Restore
          its repositories on the page of garbage collection.
        </p>
      ) : null}
      {organizations.length === 0 ? (
        <Empty title={search === '' ? 'No organizations' : 'No matching organizations'} />
      ) : (
        <ul className="sheet divide-y divide-line">
          {organizations.map((org) => (
            <li key={org.name} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-4">
              <div className="grid min-w-0 grow basis-72 grid-cols-1 gap-1">
                <p className="flex flex-wrap gap-x-3">
                  {org.deletedAt === null ? (
                    <Link to={`/${org.name}`} className="max-w-full truncate font-semibold text-ink">
                      {org.name}
                    </Link>
                  ) : (
                    <span className="max-w-full truncate font-semibold">{org.name}</span>
                  )}
                  {org.fullname === org.name || org.fullname === '' ? null : (
                    <span className="max-w-full truncate text-soft">{org.fullname}</span>
                  )}
                </p>
                <p className="text-sm text-soft">
                  Created <Time iso={org.createdAt} />
                  {org.deletedAt === null ? null : (
                    <>
                      , deleted <Time iso={org.deletedAt} />
                    </>
                  )}
                </p>
                {org.deletedAt === null ? (
                  <p className="text-sm text-soft">
                    {count(org.members, 'member', 'members')} · {count(org.administrators, 'administrator', 'administrators')} ·{' '}
                    {count(org.repos, 'repository', 'repositories')}
                  </p>
                ) : null}
                {actionData?.name === org.name ? <FormError>{actionData.error}</FormError> : null}
              </div>
              <div className="flex flex-wrap items-center gap-3">
                {org.deletedAt === null ? (
                  <>
                    <Link to={`/organizations/${org.name}/members`} className="link" aria-label={`Members of ${org.name}`}>
                      Members
                    </Link>
                    <Link to={`/admin/storage?q=${encodeURIComponent(org.name)}`} className="link" aria-label={`Quota of ${org.name}`}>
                      Quota
                    </Link>
                  </>
                ) : null}
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="name" value={org.name} />
                  {org.deletedAt === null ? (
                    <Button
                      type="submit"
                      small
                      look="danger"
                      name="intent"
                      value="delete"
                      disabled={org.repos > 0}
                      title={org.repos > 0 ? 'It still owns repositories' : undefined}
                      aria-label={`Delete ${org.name}`}
                    >
                      Delete
                    </Button>
                  ) : (
                    <Button type="submit" small look="primary" name="intent" value="restore" aria-label={`Restore ${org.name}`}>
                      Restore
                    </Button>
                  )}
                </Form>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Pagination previous={page > 0 ? pageLink(page - 1) : null} next={hasMore ? pageLink(page + 1) : null} />
    </AdminFrame>
  )
}

function count(n: number, one: string, many: string): string {
  return `${formatCount(n)} ${n === 1 ? one : many}`
}
