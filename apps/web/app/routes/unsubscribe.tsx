import { mailKinds } from '@portolan/contract'
import { data, Form, Link } from 'react-router'
import type { Route } from './+types/unsubscribe'
import { formText } from '../lib/form-text.ts'
import { hubContext } from '../lib/hub-context.ts'
import { orFormError } from '../lib/page-error.ts'
import { Button } from '../ui/button.tsx'
import { FormError } from '../ui/field.tsx'
import { Narrow } from '../ui/panel.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  return { found: await context.get(hubContext).unsubscriptionOf(codeOf(request)) }
}

/** Mail programs send a form here without opening the page, and without a session (RFC 8058). A link alone turns nothing off: scanners open links. */
export async function action({ context, request }: Route.ActionArgs) {
  const isUndo = formText(await request.formData(), 'intent') === 'undo'
  const result = await orFormError(async () => {
    await context.get(hubContext).unsubscribe(codeOf(request), isUndo)
    return { isUndo }
  })
  return 'error' in result ? data(result, { status: 403 }) : result
}

/** The URL is a secret: it must not be cached, or leak to other sites. */
export function headers() {
  return { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }
}

export const meta: Route.MetaFunction = () => [{ title: 'Unsubscribe · Portolan' }]

function codeOf(request: Request): string {
  return new URL(request.url).searchParams.get('code') ?? ''
}

export default function Unsubscribe({ loaderData: { found }, actionData }: Route.ComponentProps) {
  const settings = (
    <p>
      <Link to="/settings/notifications" className="text-sea">
        All notification settings
      </Link>
    </p>
  )
  if (found === null) {
    return (
      <Narrow title="Unsubscribe">
        <p>This link is not one of this hub, or its account is gone.</p>
        {settings}
      </Narrow>
    )
  }
  const isUndone = actionData && 'isUndo' in actionData && actionData.isUndo
  const kinds = (
    <ul className="grid gap-3">
      {found.kinds.map((kind) => (
        <li key={kind}>
          <p className="font-medium">{mailKinds[kind].label}</p>
          <p className="text-sm text-soft">{mailKinds[kind].hint}</p>
        </li>
      ))}
    </ul>
  )
  return (
    <Narrow title={found.isOff ? 'Turned off' : isUndone ? 'Turned on again' : 'Unsubscribe'}>
      <Form method="post" className="sheet grid gap-4 p-6">
        <FormError>{actionData && 'error' in actionData ? actionData.error : null}</FormError>
        <p role="status" className="min-w-0 break-words">
          {found.isOff ? 'You get no more email about:' : isUndone ? 'You get email again about:' : 'Do you want no more email about:'}
        </p>
        {kinds}
        <p className="min-w-0 break-words text-soft">For the account {found.account}. Emails about its security always come.</p>
        <div>
          {found.isOff ? (
            <Button type="submit" name="intent" value="undo">
              Undo
            </Button>
          ) : (
            <Button type="submit" look={isUndone ? 'plain' : 'primary'} name="intent" value="off">
              Turn off
            </Button>
          )}
        </div>
      </Form>
      {settings}
    </Narrow>
  )
}
