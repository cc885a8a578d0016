import { type ErrorCode, errorCodes, safeNext } from '@portolan/contract'
import { Form, Link, redirect } from 'react-router'
import type { Route } from './+types/sign-in'
import { formSecret, formText } from '../lib/form-text.ts'
import { hubContext } from '../lib/hub-context.ts'
import { orFormError } from '../lib/page-error.ts'
import { signedIn } from '../lib/session.server.ts'
import { AnchorButton, Button } from '../ui/button.tsx'
import { FormError, TextField } from '../ui/field.tsx'
import { Narrow } from '../ui/panel.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const { searchParams } = new URL(request.url)
  const next = safeNext(searchParams.get('next'))
  // An application may require the user to reauthenticate.
  if (hub.viewer && searchParams.get('again') !== 'yes') throw redirect(next)
  return { next, signUp: await hub.signUpState(), ways: hub.signInWays, problem: problemOf(searchParams.get('problem')) }
}

/** Returns the message for a failed identity provider sign-in; only texts from this hub's error codes. */
function problemOf(code: string | null): string | null {
  return code !== null && /^(?:sso|auth|account)\./.test(code) && Object.hasOwn(errorCodes, code) ? errorCodes[code as ErrorCode] : null
}

export async function action({ context, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const form = await request.formData()
  return orFormError(async () =>
    signedIn(
      await hub.signIn(formText(form, 'name'), formSecret(form, 'password')),
      hub.origin,
      formText(form, 'next') || '/',
      'signed-in',
    ),
  )
}

export const meta: Route.MetaFunction = () => [{ title: 'Sign in · Portolan' }]

export default function SignIn({ loaderData: { next, signUp, ways, problem }, actionData }: Route.ComponentProps) {
  return (
    <Narrow title="Sign in">
      <FormError>{problem}</FormError>
      {ways.company === null ? null : (
        <div className="sheet grid p-6">
          {/* Leaves this hub, so the router must not handle it. */}
          <AnchorButton href={`/sign-in/company?${new URLSearchParams({ next }).toString()}`} look={ways.password ? 'plain' : 'primary'}>
            Sign in with {ways.company}
          </AnchorButton>
        </div>
      )}
      {ways.password ? (
        <Form method="post" className="sheet grid gap-4 p-6">
          <FormError>{actionData && 'error' in actionData ? actionData.error : null}</FormError>
          <input type="hidden" name="next" value={next} />
          <TextField label="Name or e-mail address" name="name" autoComplete="username" required autoCapitalize="none" spellCheck={false} />
          <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
          <Button type="submit" look="primary">
            Sign in
          </Button>
        </Form>
      ) : null}
      {signUp === 'closed' ? null : (
        <p className="text-soft">
          New here?{' '}
          <Link to="/sign-up" className="text-sea">
            {signUp === 'first' ? 'Create the first account' : 'Create an account'}
          </Link>
        </p>
      )}
    </Narrow>
  )
}
