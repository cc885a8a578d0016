import { Form, Link, redirect } from 'react-router'
import type { Route } from './+types/notifications'
import { StatusIcon } from '../features/discussion/status-mark.tsx'
import { formText } from '../lib/form-text.ts'
import { hubContext } from '../lib/hub-context.ts'
import { orErrorPage } from '../lib/page-error.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { Empty } from '../ui/panel.tsx'
import { Segments } from '../ui/tabs.tsx'
import { Time } from '../ui/time.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) throw redirect('/sign-in?next=/notifications')
  return orErrorPage(() => hub.notifications(new URL(request.url).searchParams))
}

export async function action({ context, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const all = new URL(request.url).searchParams.get('show') === 'all'
  if (!hub.viewer) return redirect('/sign-in?next=/notifications')
  const which = formText(await request.formData(), 'read')
  await orErrorPage(() => hub.markNotificationsRead(which === 'all' ? 'all' : Number(which) || 0))
  return redirect(all ? '/notifications?show=all' : '/notifications')
}

export const meta: Route.MetaFunction = () => [{ title: 'Notifications · Portolan' }]

const reasons: Record<string, string> = {
  mention: 'You were named',
  participant: 'You take part',
  owner: 'Your repository',
  watch: 'You watch the repository',
}

export default function Notifications({ loaderData: page }: Route.ComponentProps) {
  const show = page.isUnread ? '' : '&show=all'
  return (
    <main id="main" className="page max-w-4xl py-8">
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="display text-3xl">Notifications</h1>
        <div className="ml-auto flex flex-wrap items-center gap-2">
          {page.unread > 0 ? (
            <Form method="post">
              <Button type="submit" small name="read" value="all">
                Mark all as read
              </Button>
            </Form>
          ) : null}
          <LinkButton to="/settings/notifications" small look="quiet">
            Settings
          </LinkButton>
        </div>
      </div>
      <div className="mb-3">
        <Segments
          label="Show"
          items={[
            { to: '/notifications', label: 'Unread', isCurrent: page.isUnread },
            { to: '/notifications?show=all', label: 'All', isCurrent: !page.isUnread },
          ]}
        />
      </div>
      {page.rows.length === 0 ? (
        <Empty title={page.isUnread ? 'All read' : 'Nothing yet'}>
          <p>You hear of discussions that you take part in or are named in, of your repositories, and of those you watch.</p>
        </Empty>
      ) : (
        <ul className="sheet divide-y divide-line">
          {page.rows.map((row) => (
            <li key={row.discussionId} className="flex items-start gap-3 px-4 py-3">
              <span className="mt-1">
                <StatusIcon row={row as { status: 'open' | 'closed' | 'draft' | 'merged'; isPullRequest: boolean }} />
              </span>
              <div className="min-w-0 grow">
                <p className="text-sm text-soft">
                  {row.repo} #{row.num}
                </p>
                <Link to={row.path} className={`break-words text-ink ${row.isUnread ? 'font-semibold' : ''}`}>
                  {row.title}
                </Link>
                <p className="text-sm text-soft">
                  {reasons[row.reason] ?? row.reason} · <Time iso={row.updatedAt} />
                </p>
              </div>
              {row.isUnread ? (
                <Form method="post" preventScrollReset>
                  <Button type="submit" small look="quiet" name="read" value={row.discussionId} aria-label={`Mark read: ${row.title}`}>
                    Mark read
                  </Button>
                </Form>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      <Pagination
        previous={page.page > 0 ? `?p=${page.page - 1}${show}` : null}
        next={page.page + 1 < page.pages ? `?p=${page.page + 1}${show}` : null}
      />
    </main>
  )
}
