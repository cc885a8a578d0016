import { Form, Link, redirect } from 'react-router'
import type { Route } from './+types/account'
import { ListingNews } from '../features/live/listing-news.tsx'
import { RepoList } from '../features/repo-list.tsx'
import { formText } from '../lib/form-text.ts'
import { hubContext } from '../lib/hub-context.ts'
import { orErrorPage, orFormError } from '../lib/page-error.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { FormError, SelectField, TextField } from '../ui/field.tsx'
import { Empty, Panel } from '../ui/panel.tsx'
import { Time } from '../ui/time.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = await orErrorPage(() => context.get(hubContext).account(params.account))
  if (page.name !== params.account) throw redirect(`/${page.name}`)
  return page
}

const roles = ['read', 'contributor', 'write', 'admin'] as const

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData()
  const role = roles.find((each) => each === form.get('role')) ?? null
  return orFormError(async () => {
    await context.get(hubContext).setMemberRole(params.account, formText(form, 'user'), role)
    return redirect(`/${params.account}?done=saved`)
  })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `${loaderData?.fullname ?? 'Account'} · Portolan` }]

export default function Account({ loaderData: page, actionData }: Route.ComponentProps) {
  const isEmpty = page.models.length + page.datasets.length + page.spaces.length === 0
  return (
    <main id="main" className="page grid gap-8  py-8 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <ListingNews owner={page.name} page={page} />
      <aside className="grid content-start gap-4">
        <img src={`/avatars/${page.name}.svg`} alt="" width="112" height="112" className="rounded-full" />
        <div>
          <h1 className="display text-2xl break-words">{page.fullname}</h1>
          <p className="text-soft">
            {page.name}
            {page.kind === 'org' ? ', organisation' : ''}
          </p>
        </div>
        {page.bio ? <p className="break-words whitespace-pre-wrap">{page.bio}</p> : null}
        {page.website ? (
          <a href={page.website} rel="nofollow noreferrer" className="break-all text-sea">
            {page.website}
          </a>
        ) : null}
        <p className="text-sm text-soft">
          Here since <Time iso={page.joinedAt} />
        </p>
        {page.isOwn ? (
          <LinkButton small to="/settings">
            Edit profile
          </LinkButton>
        ) : null}
        {page.orgs.length > 0 ? (
          <Panel title="Organisations">
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
          <Panel title="Members">
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
            {page.canManage ? (
              <Form method="post" className="mt-4 grid gap-3 border-t border-line pt-4">
                <FormError>{actionData && 'error' in actionData ? actionData.error : null}</FormError>
                <TextField label="User" name="user" required autoCapitalize="none" />
                <SelectField label="Role" name="role" defaultValue="contributor">
                  <option value="read">read: sees private repositories</option>
                  <option value="contributor">contributor: makes own ones</option>
                  <option value="write">write: writes to all</option>
                  <option value="admin">admin: manages members too</option>
                  <option value="none">remove from the organisation</option>
                </SelectField>
                <Button type="submit" small>
                  Set role
                </Button>
              </Form>
            ) : null}
          </Panel>
        ) : null}
      </aside>
      <div className="grid content-start gap-8">
        {isEmpty ? (
          <Empty title="No repositories yet">
            {page.isOwn ? (
              <Link to="/new" className="text-sea">
                Create the first one
              </Link>
            ) : null}
          </Empty>
        ) : null}
        {(
          [
            ['Models', page.models],
            ['Datasets', page.datasets],
            ['Spaces', page.spaces],
            ['Likes', page.likes],
          ] as const
        ).map(([title, repos]) =>
          repos.length === 0 ? null : (
            <section key={title} aria-label={title}>
              <h2 className="mb-3 display text-xl">{title}</h2>
              <RepoList repos={repos} />
            </section>
          ),
        )}
      </div>
    </main>
  )
}
