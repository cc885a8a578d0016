import { Link, redirect } from 'react-router'
import type { Route } from './+types/account'
import { CollectionList } from '../features/collections/collection-list.tsx'
import { FollowButton } from '../features/follow-button.tsx'
import { ListingNews } from '../features/live/listing-news.tsx'
import { StorageUse } from '../features/storage/storage-use.tsx'
import { RepoList } from '../features/repo-list.tsx'
import { formatCount } from '../lib/format.ts'
import { hubContext } from '../lib/hub-context.ts'
import { orErrorPage } from '../lib/page-error.ts'
import { listingPaths, typeNames } from '../lib/paths.ts'
import { Avatar } from '../ui/avatar.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Empty, Panel } from '../ui/panel.tsx'
import { Time } from '../ui/time.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const page = await orErrorPage(() => hub.account(params.account))
  if (page.name !== params.account) throw redirect(`/${page.name}`)
  return { ...page, isSignedIn: hub.viewer !== null }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `${loaderData?.fullname ?? 'Account'} · Portolan` }]

export default function Account({ loaderData: page }: Route.ComponentProps) {
  const isEmpty = page.models.length + page.datasets.length + page.spaces.length === 0
  return (
    <main id="main" className="page grid gap-8 py-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <ListingNews owner={page.name} page={page} />
      <aside className="grid content-start gap-4">
        <Avatar name={page.name} size={112} />
        <div>
          <h1 className="display text-2xl break-words">{page.fullname}</h1>
          <p className="text-soft">
            {page.name}
            {page.kind === 'org' ? ', organization' : ''}
            {page.isRobot ? ', service account' : ''}
          </p>
        </div>
        {page.isOwn ? null : (
          <div>
            <FollowButton name={page.name} isFollowed={page.isFollowed} isSignedIn={page.isSignedIn} />
          </div>
        )}
        <p className="flex flex-wrap gap-x-4">
          <Link to={`/users/${page.name}/followers`} className="text-sea">
            {formatCount(page.followers)} {page.followers === 1 ? 'follower' : 'followers'}
          </Link>
          {page.kind === 'user' ? (
            <Link to={`/users/${page.name}/following`} className="text-sea">
              {formatCount(page.following)} following
            </Link>
          ) : null}
        </p>
        {page.bio ? <p className="break-words whitespace-pre-wrap">{page.bio}</p> : null}
        {page.website ? (
          <a href={page.website} rel="nofollow noreferrer" className="break-all text-sea">
            {page.website}
          </a>
        ) : null}
        <p className="text-sm text-soft">
          Joined <Time iso={page.joinedAt} form="day" />
        </p>
        {page.isOwn ? (
          <LinkButton small to="/settings">
            Edit profile
          </LinkButton>
        ) : null}
        {page.orgs.length > 0 ? (
          <Panel title="Organizations">
            <ul className="grid gap-1">
              {page.orgs.map(({ name, fullname }) => (
                <li key={name}>
                  <Link to={`/${name}`} className="text-sea">
                    {fullname}
                  </Link>
                </li>
              ))}
            </ul>
          </Panel>
        ) : null}
        {page.kind === 'org' ? (
          <Panel title={page.memberCount === 1 ? 'One member' : `${page.memberCount} members`}>
            <ul className="grid gap-2">
              {page.members.map(({ name, role }) => (
                <li key={name} className="flex items-center justify-between gap-2">
                  <Link to={`/${name}`} className="truncate text-sea">
                    {name}
                  </Link>
                  <span className="text-sm text-soft">{role}</span>
                </li>
              ))}
            </ul>
            <div className="mt-4 flex flex-wrap gap-2">
              <LinkButton small to={`/organizations/${page.name}/members`}>
                {page.canManage ? 'Manage members' : page.memberCount > page.members.length ? 'All members' : 'Members'}
              </LinkButton>
              {page.canManage ? (
                <LinkButton small to={`/organizations/${page.name}/settings`}>
                  Settings
                </LinkButton>
              ) : null}
            </div>
          </Panel>
        ) : null}
        {page.storage ? (
          <Panel title="Storage">
            <StorageUse use={page.storage} label={`What ${page.name} holds`} />
          </Panel>
        ) : null}
      </aside>
      <div className="grid min-w-0 content-start gap-8">
        {isEmpty ? (
          <Empty title="No repositories yet">
            {page.isOwn ? (
              <Link to="/new" className="text-sea">
                Create the first one
              </Link>
            ) : null}
          </Empty>
        ) : null}
        {page.collections.length > 0 ? (
          <section aria-label="Collections">
            <h2 className="mb-3 display text-xl">Collections</h2>
            <CollectionList collections={page.collections} />
          </section>
        ) : null}
        {(
          [
            ['model', page.models],
            ['dataset', page.datasets],
            ['space', page.spaces],
          ] as const
        ).map(([type, repos]) => {
          const title = `${typeNames[type]}s`
          const { n, exact } = page.totals[type]
          return repos.length === 0 ? null : (
            <section key={type} aria-label={title}>
              <div className="mb-2 flex items-baseline justify-between gap-3">
                <h2 className="display text-xl">
                  {title}{' '}
                  <span className="font-sans text-base font-normal text-soft">
                    {formatCount(n)}
                    {exact ? '' : '+'}
                  </span>
                </h2>
                <Link to={`${listingPaths[type]}?author=${encodeURIComponent(page.name)}&sort=updated`} className="link text-sm">
                  {n > repos.length ? `All ${formatCount(n)}${exact ? '' : '+'} ${title.toLowerCase()}` : `Filter ${title.toLowerCase()}`}
                </Link>
              </div>
              <RepoList repos={repos} columns={1} />
            </section>
          )
        })}
        {page.likes.length > 0 ? (
          <section aria-label="Likes">
            <h2 className="mb-2 display text-xl">Likes</h2>
            <RepoList repos={page.likes} columns={1} />
          </section>
        ) : null}
      </div>
    </main>
  )
}
