import { Form, Link } from 'react-router'
import type { Route } from './+types/confirm-email'
import { formText } from '../lib/form-text.ts'
import { hubContext } from '../lib/hub-context.ts'
import { orFormError } from '../lib/page-error.ts'
import { Button } from '../ui/button.tsx'
import { FormError } from '../ui/field.tsx'
import { Narrow } from '../ui/panel.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const code = new URL(request.url).searchParams.get('code') ?? ''
  return { code, found: await context.get(hubContext).confirmationOf(code) }
}

/** Only a click confirms: programs that look at mails open links. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  return orFormError(async () => ({ account: await context.get(hubContext).confirmEmail(formText(form, 'code')) }))
}

/** The URL is a secret: it must not be cached, or leak to other sites. */
export function headers() {
  return { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }
}

export const meta: Route.MetaFunction = () => [{ title: 'Confirm your email address · Portolan' }]

export default function ConfirmEmail({ loaderData: { code, found }, actionData }: Route.ComponentProps) {
  if (actionData && 'account' in actionData) {
    return (
      <Narrow title="Email address confirmed">
        <p role="status" className="break-words">
          The address belongs to the account {actionData.account} now.
        </p>
        <p>
          <Link to="/settings/email" className="text-sea">
            Email settings
          </Link>
        </p>
      </Narrow>
    )
  }
  if (found === null) {
    return (
      <Narrow title="Confirm your email address">
        <p>This link is invalid or has expired, or the address was confirmed already.</p>
        <p>
          <Link to="/settings/email" className="text-sea">
            Get a new link in your settings
          </Link>
        </p>
      </Narrow>
    )
  }
  return (
    <Narrow title="Confirm your email address">
      <Form method="post" className="sheet grid gap-4 p-6">
        <FormError>{actionData && 'error' in actionData ? actionData.error : null}</FormError>
        <input type="hidden" name="code" value={code} />
        <p className="break-words">
          Is <strong>{found.address}</strong> the email address of the account <strong>{found.account}</strong>?
        </p>
        <Button type="submit" look="primary">
          Confirm
        </Button>
      </Form>
      <p className="text-soft">If this is not your account, close this page: without a confirmation, the address is not used.</p>
    </Narrow>
  )
}
