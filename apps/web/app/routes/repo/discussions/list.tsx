import type { DiscussionRow, DiscussionsPage } from '@portolan/pages'
import { Lock, MessageSquare, Pin } from 'lucide-react'
import { Form, Link, redirect } from 'react-router'
import type { Route } from './+types/list'
import { addressOf } from './address.server.ts'
import { AuthorName } from '../../../features/discussion/discussion-frame.tsx'
import { StatusIcon } from '../../../features/discussion/status-mark.tsx'
import { RepoHeader } from '../../../features/repo-header.tsx'
import { formText } from '../../../lib/form-text.ts'
import { hubContext } from '../../../lib/hub-context.ts'
import { orErrorPage } from '../../../lib/page-error.ts'
import { typeOfPath } from '../../../lib/paths.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Empty } from '../../../ui/panel.tsx'
import { Segments } from '../../../ui/tabs.tsx'
import { Time } from '../../../ui/time.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const page = await orErrorPage(() =>
    context.get(hubContext).discussions(typeOfPath(url.pathname), `${params.owner}/${params.name}`, url.searchParams),
  )
  if (page.movedTo) throw redirect(`${page.movedTo}/discussions${url.search}`)
  return page
}

/** Changes what the user watches in this repo, or whether discussions are enabled. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const { type, fullName, path } = addressOf(request, params)
  const form = await request.formData()
  const watch = formText(form, 'watch')
  if (!hub.viewer) return redirect(`/sign-in?next=${encodeURIComponent(path)}`)
  await orErrorPage(async () => {
    if (formText(form, 'intent') === 'disable') await hub.setDiscussionsDisabled(type, fullName, formText(form, 'disabled') === 'yes')
    else await hub.watchRepo(type, fullName, watch === 'all' || watch === 'muted' ? watch : 'participating')
  })
  return redirect(`${path}?done=saved`)
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Community of ${loaderData?.header.fullName ?? ''} · Portolan` }]

export default function DiscussionsRoute({ loaderData: page }: Route.ComponentProps) {
  const { header, query } = page
  const address = (changes: Partial<Record<'type' | 'status' | 'sort' | 'p', string>>) => {
    const all = { type: query.type, status: query.status, sort: query.sort, author: query.author, search: query.search, ...changes }
    const parameters = new URLSearchParams()
    const usual: Record<string, string> = { type: 'all', status: 'open', sort: 'newest', p: '0' }
    for (const [name, value] of Object.entries(all)) if (value && usual[name] !== value) parameters.set(name, value)
    return `?${parameters}`
  }
  return (
    <>
      <RepoHeader repo={header} />
      <main id="main" className="page py-6">
        <div className="mb-4 flex flex-wrap items-center gap-3">
          <h2 className="display text-xl">Discussions and pull requests</h2>
          <span className="ml-auto flex flex-wrap gap-2">
            {page.canOpen === false ? null : (
              <>
                <LinkButton small to={`${header.path}/discussions/new?kind=pull_request`}>
                  New pull request
                </LinkButton>
                <LinkButton small look="primary" to={`${header.path}/discussions/new`}>
                  New discussion
                </LinkButton>
              </>
            )}
          </span>
        </div>
        {page.isDisabled ? (
          <p className="mb-4 rounded-md border border-warn bg-warn-well px-4 py-2 text-warn">
            Discussions are disabled here. What was written can still be read.
          </p>
        ) : null}
        <Form method="get" role="search" aria-label="Discussions" className="mb-4 flex flex-wrap gap-2">
          {query.type === 'all' ? null : <input type="hidden" name="type" value={query.type} />}
          {query.status === 'open' ? null : <input type="hidden" name="status" value={query.status} />}
          <input
            type="search"
            name="search"
            key={query.search}
            defaultValue={query.search ?? ''}
            placeholder="Search titles"
            aria-label="Search titles"
            className="field min-w-0 grow basis-52"
          />
          <input
            name="author"
            key={query.author ?? ''}
            defaultValue={query.author ?? ''}
            placeholder="Opened by"
            aria-label="Opened by"
            autoComplete="off"
            className="field min-w-0 max-w-44 grow basis-32"
          />
          <Button type="submit">Search</Button>
        </Form>
        <div className="mb-3 flex flex-wrap gap-x-6 gap-y-2">
          <Segments
            label="State"
            items={[
              { to: address({ status: 'open' }), label: `${page.open} open`, isCurrent: query.status === 'open' },
              { to: address({ status: 'closed' }), label: `${page.closed} closed`, isCurrent: query.status === 'closed' },
              { to: address({ status: 'all' }), label: 'All', isCurrent: query.status === 'all' },
            ]}
          />
          <Segments
            label="Kind"
            items={[
              { to: address({ type: 'all' }), label: 'Both', isCurrent: query.type === 'all' },
              { to: address({ type: 'discussion' }), label: 'Discussions', isCurrent: query.type === 'discussion' },
              { to: address({ type: 'pull_request' }), label: 'Pull requests', isCurrent: query.type === 'pull_request' },
            ]}
          />
          <Segments
            label="Order"
            items={[
              { to: address({ sort: 'newest' }), label: 'Newest', isCurrent: query.sort === 'newest' },
              { to: address({ sort: 'updated' }), label: 'Recently active', isCurrent: query.sort === 'updated' },
              { to: address({ sort: 'oldest' }), label: 'Oldest', isCurrent: query.sort === 'oldest' },
            ]}
          />
        </div>
        {page.rows.length === 0 ? (
          <Empty title="Nothing here">
            <p>
              {query.search || query.author || query.status !== 'open'
                ? 'No discussion fits.'
                : 'No open discussion. Ask, or bring a change.'}
            </p>
          </Empty>
        ) : (
          <ul className="sheet divide-y divide-line">
            {page.rows.map((row) => (
              <Row key={row.num} row={row} repoPath={header.path} />
            ))}
          </ul>
        )}
        <Pagination
          previous={query.page > 0 ? address({ p: String(query.page - 1) }) : null}
          next={query.page + 1 < page.pages ? address({ p: String(query.page + 1) }) : null}
        >
          Page {query.page + 1} of {page.pages}
        </Pagination>
        <Choices page={page} />
      </main>
    </>
  )
}

function Row({ row, repoPath }: { row: DiscussionRow; repoPath: string }) {
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <span className="mt-1">
        <StatusIcon row={row} />
      </span>
      <div className="min-w-0 grow">
        <Link to={`${repoPath}/discussions/${row.num}`} className="font-medium break-words text-ink">
          {row.title}
        </Link>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
          <span>
            #{row.num} by <AuthorName name={row.author} />, <Time iso={row.createdAt} />
          </span>
          {row.isPinned ? <Pin size={14} role="img" aria-label="Pinned" /> : null}
          {row.isLocked ? <Lock size={14} role="img" aria-label="Locked" /> : null}
          {row.topReactions.map(({ reaction, count }) => (
            <span key={reaction}>
              {reaction} {count}
            </span>
          ))}
        </p>
      </div>
      {row.comments > 0 ? (
        <span className="mt-1 flex items-center gap-1 text-sm text-soft tabular-nums">
          <MessageSquare size={15} aria-hidden="true" />
          {row.comments}
          <span className="sr-only">{row.comments === 1 ? 'comment' : 'comments'}</span>
        </span>
      ) : null}
    </li>
  )
}

const levels = [
  ['participating', 'What I take part in'],
  ['all', 'Everything'],
  ['muted', 'Nothing'],
] as const

function Choices({ page }: { page: DiscussionsPage }) {
  if (!page.header.viewer.isSignedIn) return null
  return (
    <div className="mt-8 flex flex-wrap items-end gap-x-8 gap-y-4 border-t border-line pt-4 text-sm">
      <Form method="post" className="flex flex-wrap items-end gap-2">
        <label className="grid gap-1">
          <span className="text-soft">Notifications</span>
          <select name="watch" key={page.watch} defaultValue={page.watch} className="field">
            {levels.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <Button type="submit">Save</Button>
      </Form>
      {page.header.viewer.canAdmin ? (
        <Form method="post">
          <input type="hidden" name="intent" value="disable" />
          <Button type="submit" name="disabled" value={page.isDisabled ? 'no' : 'yes'}>
            {page.isDisabled ? 'Enable discussions' : 'Disable discussions'}
          </Button>
        </Form>
      ) : null}
    </div>
  )
}
