import { Link, redirect } from 'react-router'
import type { Route } from './+types/follows'
import { FollowButton } from '../features/follow-button.tsx'
import { hubContext } from '../lib/hub-context.ts'
import { orErrorPage } from '../lib/page-error.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Empty } from '../ui/panel.tsx'
import { Pagination } from '../ui/pagination.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const url = new URL(request.url)
  const list = /\/following(\.data)?$/.test(url.pathname) ? 'following' : 'followers'
  const page = await orErrorPage(() => hub.follows(params.account, list, url.searchParams.get('cursor')))
  if (page.name !== params.account) throw redirect(`/users/${page.name}/${list}`)
  return { page, list, viewer: hub.viewer?.name ?? null } as const
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.list === 'following' ? 'Followed by' : 'Followers of'} ${loaderData?.page.fullname ?? ''} · Portolan` },
]

export default function Follows({ loaderData: { page, list, viewer } }: Route.ComponentProps) {
  return (
    <main id="main" className="page grid max-w-3xl gap-6 py-8">
      <h1 className="display text-2xl break-words">
        {list === 'following' ? 'Followed by ' : 'Followers of '}
        <Link to={`/${page.name}`} className="text-ink no-underline hover:underline">
          {page.fullname}
        </Link>
      </h1>
      {page.accounts.length === 0 ? (
        <Empty title="Nobody yet" />
      ) : (
        <ul className="sheet divide-y divide-line">
          {page.accounts.map(({ name, fullname, isFollowed }) => (
            <li key={name} className="flex items-center gap-3 px-4 py-3">
              <Avatar name={name} size={36} />
              <span className="min-w-0 grow">
                <Link to={`/${name}`} className="block truncate font-semibold text-ink">
                  {fullname}
                </Link>
                {fullname === name ? null : <span className="block truncate text-sm text-soft">{name}</span>}
              </span>
              {viewer === name ? null : <FollowButton name={name} isFollowed={isFollowed} isSignedIn={viewer !== null} />}
            </li>
          ))}
        </ul>
      )}
      <Pagination previous={null} next={page.nextCursor === null ? null : `?cursor=${encodeURIComponent(page.nextCursor)}`} />
    </main>
  )
}
