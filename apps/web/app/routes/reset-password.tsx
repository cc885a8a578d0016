import { Form, Link, redirect } from 'react-router'
import type { Route } from './+types/reset-password'
import { formSecret, formText } from '../lib/form-text.ts'
import { hubContext } from '../lib/hub-context.ts'
import { orFormError } from '../lib/page-error.ts'
import { placeFailure } from '../lib/place-failure.ts'
import { Button } from '../ui/button.tsx'
import { FormError, TextField } from '../ui/field.tsx'
import { Narrow } from '../ui/panel.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const code = new URL(request.url).searchParams.get('code') ?? ''
  return { code, account: (await context.get(hubContext).passwordResetOf(code))?.name ?? null }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  return orFormError(async () => {
    await context.get(hubContext).resetPassword(formText(form, 'code'), formSecret(form, 'password'))
    return redirect('/sign-in?done=password-reset')
  })
}

/** The URL is a secret: it must not be cached, or leak to other sites. */
export function headers() {
  return { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }
}

export const meta: Route.MetaFunction = () => [{ title: 'Set a new password · Portolan' }]

export default function ResetPassword({ loaderData: { code, account }, actionData }: Route.ComponentProps) {
  const { above, at } = placeFailure(actionData && 'error' in actionData ? actionData : null, ['password'])
  if (account === null) {
    return (
      <Narrow title="Set a new password">
        <p>This link is invalid, has expired, or was already used. Get a new one, or ask an administrator of this hub.</p>
        <p>
          <Link to="/forgot-password" className="text-sea">
            Get a new link
          </Link>
        </p>
        <p>
          <Link to="/sign-in" className="text-sea">
            Back to sign-in
          </Link>
        </p>
      </Narrow>
    )
  }
  return (
    <Narrow title="Set a new password">
      <p className="text-soft">For the account {account}. You will be signed out of every browser.</p>
      <Form method="post" className="sheet grid gap-4 p-6">
        <FormError>{above}</FormError>
        <input type="hidden" name="code" value={code} />
        {/* Password managers save the new password under this name. */}
        <input type="text" name="username" value={account} readOnly hidden autoComplete="username" />
        <TextField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={10}
          error={at('password')}
          hint="At least 10 characters."
        />
        <Button type="submit" look="primary">
          Set password
        </Button>
      </Form>
    </Narrow>
  )
}
