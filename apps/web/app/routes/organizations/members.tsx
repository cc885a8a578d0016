import { Form, Link, redirect } from 'react-router'
import type { Route } from './+types/members'
import { formText } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage, orFormError } from '../../lib/page-error.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FormError, SelectField, TextField } from '../../ui/field.tsx'
import { Empty, Panel } from '../../ui/panel.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchForm } from '../../ui/search-form.tsx'

const roles = {
  read: 'read: sees private repositories',
  contributor: 'contributor: makes own ones',
  write: 'write: writes to all',
  admin: 'admin: manages members too',
} as const
type Role = keyof typeof roles
const roleNames = Object.keys(roles) as Role[]

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const { searchParams } = new URL(request.url)
  const search = searchParams.get('q') ?? ''
  const page = await orErrorPage(() => hub.members(params.org, { search, cursor: searchParams.get('cursor') }))
  if (page.org.name !== params.org) throw redirect(`/organizations/${page.org.name}/members`)
  return { page, search }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) throw redirect(`/sign-in?next=${encodeURIComponent(`/organizations/${params.org}/members`)}`)
  const form = await request.formData()
  const user = formText(form, 'user')
  const role = form.get('intent') === 'remove' ? null : roleNames.find((each) => each === form.get('role'))
  if (role === undefined) return { error: 'Choose a role', user, isNew: false }
  const result = await orFormError(async () => {
    await hub.setMemberRole(params.org, user, role)
    const isLeaving = role === null && user.toLowerCase() === hub.viewer?.name.toLowerCase()
    return redirect(isLeaving ? `/${params.org}?done=saved` : `/organizations/${params.org}/members?done=saved`)
  })
  return 'error' in result ? { error: result.error, user, isNew: form.get('intent') === 'add' } : result
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Members of ${loaderData?.page.org.fullname ?? ''} · Portolan` }]

export default function Members({ loaderData: { page, search }, actionData }: Route.ComponentProps) {
  const { org, members } = page
  const failure = actionData && 'error' in actionData ? actionData : null
  return (
    <main id="main" className="page grid max-w-4xl gap-6 py-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="display text-2xl break-words">
          <Link to={`/${org.name}`} className="text-soft no-underline hover:underline">
            {org.fullname}
          </Link>{' '}
          {page.count} {page.count === 1 ? 'member' : 'members'}
        </h1>
        {page.canManage ? (
          <LinkButton small to={`/organizations/${org.name}/settings`}>
            Settings
          </LinkButton>
        ) : null}
      </div>
      <FormError>{failure && !failure.isNew ? `${failure.user}: ${failure.error}` : null}</FormError>
      <SearchForm label="Members" box={{ label: 'Search members', value: search, placeholder: 'Search members' }} />
      {members.length === 0 ? (
        <Empty title={`No results for “${search}”`} />
      ) : (
        <ul className="sheet divide-y divide-line">
          {members.map((member) => (
            <li key={member.name} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <Avatar name={member.name} size={36} />
              <span className="min-w-0 grow basis-32">
                <Link to={`/${member.name}`} className="block truncate font-semibold text-ink">
                  {member.fullname}
                </Link>
                {member.fullname === member.name ? null : <span className="block truncate text-sm text-soft">{member.name}</span>}
              </span>
              {member.isRobot ? <Badge tone="sea">service account</Badge> : null}
              <Manage key={member.role} member={member} canManage={page.canManage} />
            </li>
          ))}
        </ul>
      )}
      <Pagination
        previous={null}
        next={page.nextCursor === null ? null : `?${new URLSearchParams({ cursor: page.nextCursor, ...(search ? { q: search } : {}) })}`}
      />
      {page.canManage ? (
        <Panel title="Add a member">
          <Form method="post" className="grid gap-4 sm:grid-cols-2 sm:items-start" key={String(page.count)}>
            <input type="hidden" name="intent" value="add" />
            <TextField
              label="User"
              name="user"
              required
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={failure?.isNew ? failure.user : undefined}
              error={failure?.isNew ? failure.error : null}
            />
            <SelectField label="Role" name="role" defaultValue="contributor">
              {roleNames.map((role) => (
                <option key={role} value={role}>
                  {roles[role]}
                </option>
              ))}
            </SelectField>
            <div>
              <Button type="submit" look="primary">
                Add
              </Button>
            </div>
          </Form>
        </Panel>
      ) : null}
    </main>
  )
}

/** A member's role and actions: administrators can manage everyone, and members can manage themselves. */
function Manage({
  member: { name, role, isViewer },
  canManage,
}: {
  member: Route.ComponentProps['loaderData']['page']['members'][number]
  canManage: boolean
}) {
  const remove = (label: string) => (
    <Form method="post">
      <input type="hidden" name="user" value={name} />
      <Button
        type="submit"
        small
        look="danger"
        name="intent"
        value="remove"
        aria-label={`${label} ${isViewer ? 'the organization' : name}`}
      >
        {label}
      </Button>
    </Form>
  )
  if (!canManage)
    return (
      <>
        <span className="text-sm text-soft">{role}</span>
        {isViewer ? remove('Leave') : null}
      </>
    )
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Form method="post" className="flex items-center gap-2">
        <input type="hidden" name="user" value={name} />
        <select name="role" defaultValue={role} aria-label={`Role of ${name}`} className="field py-1 text-sm">
          {roleNames.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        <Button type="submit" small aria-label={`Set role of ${name}`}>
          Set
        </Button>
      </Form>
      {remove(isViewer ? 'Leave' : 'Remove')}
    </div>
  )
}
