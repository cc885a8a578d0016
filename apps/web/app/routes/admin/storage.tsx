import { Form, Link, redirect } from 'react-router'
import type { Route } from './+types/storage'
import { StorageUse } from '../../features/storage/storage-use.tsx'
import { Upkeep } from '../../features/storage/upkeep.tsx'
import { formText } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage, orFormError } from '../../lib/page-error.ts'
import { pageNumber } from '../../lib/page-number.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/field.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Empty } from '../../ui/panel.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { AdminFrame } from './admin-frame.tsx'

const gigabyte = 1e9

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const q = searchParams.get('q') ?? ''
  const page = pageNumber(searchParams)
  const hub = context.get(hubContext)
  return { q, page, ...(await orErrorPage(async () => ({ ...(await hub.storageOwners(q, page)), upkeep: await hub.upkeep() }))) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const [name, kind, amount] = [formText(form, 'name'), formText(form, 'kind'), formText(form, 'gigabytes')]
  const result = await orFormError(async () => {
    const bytes = Math.round(Number(amount) * gigabyte)
    if (kind === 'own' && (amount === '' || !Number.isSafeInteger(bytes) || bytes < 0))
      return { error: 'Say how many GB', field: 'gigabytes' }
    await context.get(hubContext).setQuota(name, kind === 'own' ? bytes : kind === 'none' ? null : 'default')
    return redirect(`/admin/storage${new URL(request.url).search || '?'}&done=saved`)
  })
  return 'error' in result ? { name, error: result.error } : result
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const meta: Route.MetaFunction = () => [{ title: 'Storage of all accounts · Portolan' }]

export default function StorageOwners({ loaderData: { q, page, owners, hasMore, upkeep }, actionData }: Route.ComponentProps) {
  const failure = actionData && 'error' in actionData ? actionData : null
  const pageLink = (p: number) => `?${new URLSearchParams({ ...(q ? { q } : {}), p: String(p) })}`
  return (
    <AdminFrame title="Storage">
      <Upkeep state={upkeep} />
      <h2 className="panel-title -mb-2">Accounts</h2>
      <SearchForm label="Accounts" box={{ label: 'Search accounts', value: q, placeholder: 'Search accounts' }} className="max-w-xl" />
      {owners.length === 0 ? (
        <Empty title="No such account" />
      ) : (
        <ul className="sheet divide-y divide-line">
          {owners.map((owner) => (
            <li key={owner.name} className="grid gap-x-8 gap-y-3 px-4 py-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
              <div className="grid min-w-0 gap-1">
                <Link to={`/${owner.name}`} className="w-fit max-w-full truncate font-semibold text-ink">
                  {owner.name}
                </Link>
                <StorageUse use={owner} label={`What ${owner.name} holds`} />
              </div>
              <Form method="post" className="group/limit flex flex-wrap items-end gap-2 self-end" aria-label={`Limit of ${owner.name}`}>
                <input type="hidden" name="name" value={owner.name} />
                {failure?.name === owner.name ? (
                  <div className="basis-full">
                    <FormError>{failure.error}</FormError>
                  </div>
                ) : null}
                <select
                  name="kind"
                  aria-label={`Which limit ${owner.name} has`}
                  defaultValue={owner.isDefault ? 'default' : owner.limitBytes === null ? 'none' : 'own'}
                  className="field w-auto grow"
                >
                  <option value="default">Default limit</option>
                  <option value="own">Custom limit</option>
                  <option value="none">No limit</option>
                </select>
                <label className="hidden items-center gap-2 group-has-[option[value=own]:checked]/limit:flex">
                  <input
                    name="gigabytes"
                    type="number"
                    min={0}
                    step="any"
                    aria-label={`Limit of ${owner.name} in GB`}
                    defaultValue={owner.limitBytes === null ? '' : owner.limitBytes / gigabyte}
                    className="field w-28"
                  />
                  GB
                </label>
                <Button type="submit" aria-label={`Set the limit of ${owner.name}`}>
                  Set
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <Pagination previous={page > 0 ? pageLink(page - 1) : null} next={hasMore ? pageLink(page + 1) : null} />
    </AdminFrame>
  )
}
