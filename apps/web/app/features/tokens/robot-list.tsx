import { Form, Link } from 'react-router'
import { type FormFailure, placeFailure } from '../../lib/place-failure.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FormError, SelectField, TextField } from '../../ui/field.tsx'
import { Empty, Panel } from '../../ui/panel.tsx'
import { Time } from '../../ui/time.tsx'

interface Robot {
  name: string
  fullname: string
  role: string | null
  isDisabled: boolean
  madeBy: string | null
  createdAt: string
}

/** Robot accounts, and the form to create one. @param at path of the list; the page of each robot is below it */
export function RobotList({
  robots,
  at,
  hasRoles,
  failure,
}: {
  robots: readonly Robot[]
  at: string
  /** Whether robots have a role, as they do in organizations. */
  hasRoles: boolean
  failure: FormFailure | null
}) {
  const refused = placeFailure(failure, ['name'])
  return (
    <>
      <p className="max-w-prose text-soft">
        A service account belongs to a program, such as a build server. Nobody signs in with it; it acts with tokens that are created here,
        and its name is shown with everything it does.
      </p>
      {robots.length === 0 ? (
        <Empty title="No service accounts yet" />
      ) : (
        <ul className="sheet divide-y divide-line">
          {robots.map((robot) => (
            <li key={robot.name} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <Avatar name={robot.name} size={36} />
              <div className="min-w-0 grow basis-40">
                <p className="flex flex-wrap items-center gap-2">
                  <Link to={`${at}/${robot.name}`} className="truncate font-semibold text-ink">
                    {robot.fullname}
                  </Link>
                  {robot.isDisabled ? <Badge tone="warn">disabled</Badge> : null}
                  {robot.role ? <Badge>{robot.role}</Badge> : null}
                </p>
                <p className="text-sm text-soft">
                  {robot.name}, created {robot.madeBy ? `by ${robot.madeBy} ` : ''}
                  <Time iso={robot.createdAt} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Panel title="New service account">
        <Form method="post" className="grid gap-4 sm:grid-cols-2 sm:items-start">
          <div className="sm:col-span-2">
            <FormError>{refused.above}</FormError>
          </div>
          <TextField
            label="Name"
            name="name"
            required
            maxLength={96}
            autoCapitalize="none"
            spellCheck={false}
            placeholder="fleet-ci"
            hint="Name must be unique among users, organizations and service accounts."
            error={refused.at('name')}
          />
          <TextField label="Full name" name="fullname" maxLength={100} placeholder="Build server" />
          {hasRoles ? (
            <SelectField label="Role" name="role" defaultValue="write">
              <option value="read">read: sees private repositories</option>
              <option value="contributor">contributor: makes own ones</option>
              <option value="write">write: writes to all</option>
            </SelectField>
          ) : null}
          <div className="sm:col-span-2">
            <Button type="submit" look="primary">
              Create service account
            </Button>
          </div>
        </Form>
      </Panel>
    </>
  )
}
