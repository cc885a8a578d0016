import { type ErrorCode, errorCodes, safeNext } from '@portolan/contract'
import { Form, Link, redirect } from 'react-router'
import type { Route } from './+types/sign-in'
import { PasskeyButton } from '../features/security/passkey-button.tsx'
import { formSecret, formText } from '../lib/form-text.ts'
import { hubContext } from '../lib/hub-context.ts'
import { orFormError } from '../lib/page-error.ts'
import { signedIn, toSecondStep } from '../lib/session.server.ts'
import { AnchorButton, Button } from '../ui/button.tsx'
import { FormError, TextField } from '../ui/field.tsx'
import { Narrow } from '../ui/panel.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const { searchParams } = new URL(request.url)
  const next = safeNext(searchParams.get('next'))
  // An application may require the user to reauthenticate.
  if (hub.viewer && searchParams.get('again') !== 'yes') throw redirect(next)
  return {
    next,
    signUp: await hub.signUpState(),
    ways: hub.signInWays,
    passkey: await hub.passkeySignIn(),
    problem: problemOf(searchParams.get('problem')),
  }
}

/** Returns the message for a failed identity provider sign-in; only texts from this hub's error codes. */
function problemOf(code: string | null): string | null {
  return code !== null && /^(?:sso|auth|account)\./.test(code) && Object.hasOwn(errorCodes, code) ? errorCodes[code as ErrorCode] : null
}

export async function action({ context, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const form = await request.formData()
  const next = formText(form, 'next') || '/'
  return orFormError(async () => {
    const passkey = formText(form, 'passkey')
    if (passkey !== '') return signedIn(await hub.signInWithPasskey(passkey), hub.origin, next, 'signed-in')
    const result = await hub.signIn(formText(form, 'name'), formSecret(form, 'password'))
    return 'session' in result ? signedIn(result.session, hub.origin, next, 'signed-in') : toSecondStep(result.pending, hub.origin, next)
  })
}

export const meta: Route.MetaFunction = () => [{ title: 'Sign in · Portolan' }]

export default function SignIn({ loaderData: { next, signUp, ways, passkey, problem }, actionData }: Route.ComponentProps) {
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
          <Link to="/forgot-password" className="text-sea">
            Forgot your password?
          </Link>
        </Form>
      ) : null}
      {passkey === null ? null : (
        <PasskeyButton options={passkey} label="Sign in with a passkey" error={null}>
          <input type="hidden" name="next" value={next} />
        </PasskeyButton>
      )}
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
