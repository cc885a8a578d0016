import { safeNext } from '@portolan/contract'
import { Form, Link, redirect } from 'react-router'
import type { Route } from './+types/second-step'
import { CodeField } from '../features/security/code-field.tsx'
import { PasskeyButton } from '../features/security/passkey-button.tsx'
import { formText } from '../lib/form-text.ts'
import { hubContext } from '../lib/hub-context.ts'
import { orFormError } from '../lib/page-error.ts'
import { pendingSignIn, signedIn } from '../lib/session.server.ts'
import { Button } from '../ui/button.tsx'
import { FormError } from '../ui/field.tsx'
import { Narrow } from '../ui/panel.tsx'

/** The second step of a sign-in, after the password. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const next = safeNext(new URL(request.url).searchParams.get('next'))
  const step = await hub.secondStep(pendingSignIn(request, hub.origin))
  if (!step) throw redirect(`/sign-in?${new URLSearchParams({ problem: 'auth.sign_in_expired', next }).toString()}`)
  return { next, step }
}

export async function action({ context, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const form = await request.formData()
  const pending = pendingSignIn(request, hub.origin) ?? ''
  const passkey = formText(form, 'passkey')
  const result = await orFormError(async () => {
    const session =
      passkey === '' ? await hub.finishSignIn(pending, formText(form, 'code')) : await hub.finishSignInWithPasskey(pending, passkey)
    return signedIn(session, hub.origin, formText(form, 'next') || '/', 'signed-in')
  })
  return 'error' in result ? { ...result, isPasskey: passkey !== '' } : result
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const meta: Route.MetaFunction = () => [{ title: 'Second step · Portolan' }]

export default function SecondStep({ loaderData: { next, step }, actionData }: Route.ComponentProps) {
  const failure = actionData && 'error' in actionData ? actionData : null
  return (
    <Narrow title="Second step">
      <p className="text-soft">
        The password of <strong className="break-words">{step.name}</strong> is right. Now show that it is you.
      </p>
      {step.passkey === null ? null : (
        <PasskeyButton
          options={step.passkey}
          label="Use a passkey"
          look="primary"
          error={failure?.isPasskey === true ? failure.error : null}
        >
          <input type="hidden" name="next" value={next} />
        </PasskeyButton>
      )}
      <Form method="post" className="sheet grid gap-4 p-6">
        <input type="hidden" name="next" value={next} />
        <CodeField hasTotp={step.hasTotp} />
        <FormError>{failure?.isPasskey === false ? failure.error : null}</FormError>
        <Button type="submit" look={step.passkey === null ? 'primary' : 'plain'}>
          Sign in
        </Button>
      </Form>
      <p className="text-soft">
        No code at hand, and no recovery code either? An administrator of this hub can remove your second factors.{' '}
        <Link to={`/sign-in?${new URLSearchParams({ next }).toString()}`} className="text-sea">
          Start again
        </Link>
      </p>
    </Narrow>
  )
}
