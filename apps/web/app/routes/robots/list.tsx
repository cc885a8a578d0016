import { Link, redirect } from 'react-router'
import type { Route } from './+types/list'
import { RobotList } from '../../features/tokens/robot-list.tsx'
import { formText } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage, orFormError } from '../../lib/page-error.ts'
import { toSignIn } from '../../lib/to-sign-in.ts'
import { AdminFrame } from '../admin/admin-frame.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) throw toSignIn(request)
  const org = params.org ?? null
  return { org, robots: await orErrorPage(() => hub.robots(org)) }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const form = await request.formData()
  return orFormError(async () => {
    const role = formText(form, 'role')
    const robot = await hub.createRobot(params.org ?? null, {
      name: formText(form, 'name'),
      fullname: formText(form, 'fullname'),
      ...(role === '' ? {} : { role }),
    })
    return redirect(`${robotsPath(params.org ?? null)}/${robot.name}`)
  })
}

/** Returns the path of the robot list of an organization or the hub. */
export function robotsPath(org: string | null): string {
  return org === null ? '/admin/robots' : `/organizations/${org}/robots`
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Service accounts of ${loaderData?.org ?? 'the hub'} · Portolan` }]

export default function Robots({ loaderData: { org, robots }, actionData }: Route.ComponentProps) {
  const failure = actionData && 'error' in actionData ? actionData : null
  const list = <RobotList robots={robots} at={robotsPath(org)} hasRoles={org !== null} failure={failure} />
  if (org === null) return <AdminFrame title="Service accounts">{list}</AdminFrame>
  return (
    <main id="main" className="page grid max-w-4xl grid-cols-1 gap-6 py-8">
      <h1 className="display text-2xl break-words">
        <Link to={`/organizations/${org}/settings`} className="text-soft no-underline hover:underline">
          {org}
        </Link>{' '}
        service accounts
      </h1>
      {list}
    </main>
  )
}
