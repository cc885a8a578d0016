import { useState } from 'react'
import { Form, Link, redirect } from 'react-router'
import type { Route } from './+types/access'
import { RepoHeader } from '../../features/repo-header.tsx'
import { formText } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage, orFormError } from '../../lib/page-error.ts'
import { typeOfPath } from '../../lib/paths.ts'
import { toSignIn } from '../../lib/to-sign-in.ts'
import { AnchorButton, Button } from '../../ui/button.tsx'
import { FormError, TextField } from '../../ui/field.tsx'
import { Empty, Panel } from '../../ui/panel.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { ChoiceTabs } from '../../ui/tabs.tsx'
import { Time } from '../../ui/time.tsx'

const statuses = ['pending', 'accepted', 'rejected'] as const
type Status = (typeof statuses)[number]
const names: Record<Status, string> = { pending: 'Pending', accepted: 'Accepted', rejected: 'Rejected' }

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const url = new URL(request.url)
  const asked = url.searchParams.get('status')
  const search = url.searchParams.get('q') ?? ''
  if (!hub.viewer) throw toSignIn(request)
  const page = await orErrorPage(() =>
    hub.accessPage(typeOfPath(url.pathname), `${params.owner}/${params.name}`, {
      status: statuses.find((each) => each === asked) ?? 'pending',
      cursor: url.searchParams.get('cursor'),
      search,
    }),
  )
  if (page.movedTo) throw redirect(`${page.movedTo}/settings/access`)
  return { page, search }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const url = new URL(request.url)
  const [type, fullName] = [typeOfPath(url.pathname), `${params.owner}/${params.name}`] as const
  const form = await request.formData()
  const [intent = '', only] = formText(form, 'intent').split(':')
  return orFormError(async () => {
    const status = statuses.find((each) => each === intent)
    if (status !== undefined) {
      const ids = only === undefined ? form.getAll('request').map(String) : [only]
      await hub.handleAccess(type, fullName, ids, status, status === 'rejected' ? formText(form, 'reason') || null : null)
    } else if (intent === 'grant') await hub.grantAccess(type, fullName, formText(form, 'name'))
    else if (intent === 'revoke') await hub.revokeGroup(type, fullName, only ?? '')
    const shown = statuses.find((each) => each === url.searchParams.get('status')) ?? 'pending'
    return redirect(`${url.pathname.replace(/\.data$/, '')}?status=${shown}&done=saved`)
  })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Access requests for ${loaderData?.page.header.fullName ?? ''} · Portolan` },
]

export default function AccessRequests({ loaderData: { page, search }, actionData }: Route.ComponentProps) {
  const { header, status, counts, requests, groups } = page
  const failure = actionData && 'error' in actionData ? actionData : null
  const base = `${header.path}/settings/access`
  const next =
    page.nextCursor === null
      ? null
      : `${base}?${new URLSearchParams({ status, cursor: page.nextCursor, ...(search ? { q: search } : {}) })}`
  return (
    <>
      <RepoHeader repo={header} />
      <main id="main" className="page grid max-w-5xl gap-6 py-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="display text-2xl">Access requests</h2>
          <AnchorButton small href={`${header.path}/user-access-report`} download>
            Download as CSV
          </AnchorButton>
        </div>
        {header.gated === false ? (
          <p className="rounded-md border border-warn bg-warn-well px-4 py-3">
            The files are open to everybody who sees the repository.{' '}
            <Link to={`${header.path}/settings`} className="text-sea">
              Turn on gated access first
            </Link>
            .
          </p>
        ) : null}
        <FormError>{failure?.error}</FormError>
        <section aria-label="Requests" className="grid gap-4">
          <div className="flex flex-wrap items-end justify-between gap-3">
            <ChoiceTabs
              label="Requests by status"
              items={statuses.map((each) => ({
                to: `?status=${each}`,
                label: `${names[each]} ${counts[each]}`,
                isCurrent: each === status,
              }))}
            />
            <SearchForm
              label="People"
              box={{ label: 'Search people', value: search, placeholder: 'Search people' }}
              keep={[['status', status]]}
            />
          </div>
          {requests.length === 0 ? (
            <Empty title={search ? `No results for “${search}”` : status === 'pending' ? 'No pending requests' : 'Nobody yet'} />
          ) : (
            <Requests key={`${status} ${requests[0]?.id}`} page={page} />
          )}
          <Pagination previous={null} next={next} nextLabel="Earlier requests" />
        </section>
        <div className="grid gap-6 md:grid-cols-2">
          <Panel title="Grant access">
            <Form method="post" className="grid gap-3">
              <TextField
                label="User or organization"
                name="name"
                required
                autoCapitalize="none"
                spellCheck={false}
                hint="Of an organization: all its members, now and later."
              />
              <div>
                <Button type="submit" name="intent" value="grant">
                  Grant access
                </Button>
              </div>
            </Form>
          </Panel>
          <Panel title="Organizations with access">
            {groups.length === 0 ? (
              <p className="text-soft">None.</p>
            ) : (
              <ul className="grid gap-2">
                {groups.map(({ name, fullname }) => (
                  <li key={name} className="flex items-center justify-between gap-3">
                    <Link to={`/${name}`} className="min-w-0 truncate text-sea">
                      {fullname}
                    </Link>
                    <Form method="post">
                      <Button type="submit" small look="danger" name="intent" value={`revoke:${name}`} aria-label={`Remove ${name}`}>
                        Remove
                      </Button>
                    </Form>
                  </li>
                ))}
              </ul>
            )}
          </Panel>
        </div>
      </main>
    </>
  )
}

/** The list is one form: requests are selected and handled together, or one at a time with the buttons of their row. */
function Requests({ page: { requests, status } }: { page: Route.ComponentProps['loaderData']['page'] }) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  return (
    <Form method="post" className="grid gap-4" onSubmit={() => setPicked(new Set())}>
      <ul className="sheet divide-y divide-line">
        {requests.map((request) => (
          <li key={request.id} className="flex flex-wrap items-start gap-x-4 gap-y-3 px-4 py-3">
            <input
              type="checkbox"
              name="request"
              value={request.id}
              aria-label={`Choose ${request.name}`}
              className="mt-1.5 size-4 shrink-0 accent-accent"
              checked={picked.has(request.id)}
              onChange={({ target }) =>
                setPicked((before) => {
                  const after = new Set(before)
                  if (target.checked) after.add(request.id)
                  else after.delete(request.id)
                  return after
                })
              }
            />
            <div className="min-w-0 grow basis-64">
              <p className="break-words">
                <Link to={`/${request.name}`} className="font-semibold text-ink">
                  {request.name}
                </Link>
                {request.fullname === request.name ? null : <span className="ml-2">{request.fullname}</span>}
              </p>
              <p className="text-sm break-words text-soft">
                {request.email ? `${request.email}, ` : ''}
                {request.grantedBy ? `granted by ${request.grantedBy}, ` : ''}
                <Time iso={request.askedAt} />
              </p>
              {request.answers.length > 0 ? (
                <dl className="mt-2 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[minmax(8rem,14rem)_minmax(0,1fr)]">
                  {request.answers.map(([label, answer]) => (
                    <div key={label} className="contents">
                      <dt className="min-w-0 break-words text-soft">{label}</dt>
                      <dd className="min-w-0 break-words whitespace-pre-wrap">{answer}</dd>
                    </div>
                  ))}
                </dl>
              ) : null}
              {request.reason ? <p className="mt-1 text-sm break-words">Reason: {request.reason}</p> : null}
            </div>
            <div className="flex flex-wrap gap-2">
              {statuses
                .filter((each) => each !== status)
                .map((each) => (
                  <Button
                    key={each}
                    type="submit"
                    small
                    look={each === 'rejected' ? 'danger' : 'plain'}
                    name="intent"
                    value={`${each}:${request.id}`}
                    aria-label={`${verbs[each]} ${request.name}`}
                  >
                    {verbs[each]}
                  </Button>
                ))}
            </div>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-end gap-3">
        {status === 'rejected' ? null : (
          <div className="grow basis-64">
            <TextField label="Reason (optional)" name="reason" maxLength={200} hint="Shown to the requester of a rejected request." />
          </div>
        )}
        {statuses
          .filter((each) => each !== status)
          .map((each) => (
            <Button key={each} type="submit" name="intent" value={each} className="mb-7">
              {verbs[each]} chosen{picked.size > 0 ? ` (${picked.size})` : ''}
            </Button>
          ))}
      </div>
    </Form>
  )
}

const verbs: Record<Status, string> = { pending: 'Put back', accepted: 'Accept', rejected: 'Reject' }
