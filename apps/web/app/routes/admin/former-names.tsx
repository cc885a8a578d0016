import { data, Form, redirect } from 'react-router'
import type { Route } from './+types/former-names'
import { formText } from '../../lib/form-text.ts'
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
  const [q, page] = [searchParams.get('q') ?? '', pageNumber(searchParams)]
  return { q, page, ...(await orErrorPage(() => context.get(hubContext).formerNames(q, page))) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const result = await orFormError(async () => {
    await context.get(hubContext).releaseFormerName(formText(form, 'name'))
    return redirect(`/admin/former-names${new URL(request.url).search || '?'}&done=saved`)
  })
  return 'error' in result ? data({ error: result.error }, 400) : result
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const meta: Route.MetaFunction = () => [{ title: 'Former names · Portolan' }]

export default function FormerNames({ loaderData: { q, page, names, hasMore }, actionData }: Route.ComponentProps) {
  const pageLink = (p: number) => `?${new URLSearchParams({ ...(q ? { q } : {}), p: String(p) })}`
  return (
    <AdminFrame title="Former names">
      <p className="max-w-prose text-soft">
        The name of a deleted account or organization stays taken for a time, so that nobody else can answer at its old addresses. Releasing
        a name makes it available at once.
      </p>
      <SearchForm label="Former names" box={{ label: 'Search by name', value: q, placeholder: 'Search by name' }} className="max-w-2xl" />
      <FormError>{actionData?.error}</FormError>
      {names.length === 0 ? (
        <Empty title={q === '' ? 'No former names' : 'No matching names'} />
      ) : (
        <ul className="sheet divide-y divide-line">
          {names.map(({ name, kind, deletedAt, until }) => (
            <li key={name} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3">
              <div className="min-w-0">
                <p className="flex flex-wrap gap-x-3">
                  <span className="font-medium break-all">{name}</span>
                  <span className="text-soft">{kind === 'org' ? 'organization' : 'user'}</span>
                </p>
                <p className="text-sm text-soft">
                  Deleted <Time iso={deletedAt} />,{' '}
                  {until === null ? (
                    'still being deleted'
                  ) : (
                    <>
                      taken until <Time iso={until} form="day" />
                    </>
                  )}
                </p>
              </div>
              {until === null ? null : (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="name" value={name} />
                  <Button type="submit" small aria-label={`Release ${name}`}>
                    Release
                  </Button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      <Pagination previous={page > 0 ? pageLink(page - 1) : null} next={hasMore ? pageLink(page + 1) : null} />
    </AdminFrame>
  )
}
