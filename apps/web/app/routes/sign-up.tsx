import { Form, Link, redirect } from 'react-router'
import type { Route } from './+types/sign-up'
import { formSecret, formText } from '../lib/form-text.ts'
import { hubContext } from '../lib/hub-context.ts'
import { orFormError } from '../lib/page-error.ts'
import { placeFailure } from '../lib/place-failure.ts'
import { signedIn } from '../lib/session.server.ts'
import { Button } from '../ui/button.tsx'
import { FormError, TextField } from '../ui/field.tsx'
import { Narrow } from '../ui/panel.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  if (hub.viewer) throw redirect('/')
  if (!hub.signInWays.password) throw redirect('/sign-in')
  return { state: await hub.signUpState() }
}

export async function action({ context, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const form = await request.formData()
  const field = (name: string) => formText(form, name)
  const result = await orFormError(async () => {
    const session = await hub.signUp({
      name: field('name'),
      password: formSecret(form, 'password'),
      email: field('email') || null,
      inviteCode: field('inviteCode') || null,
    })
    return signedIn(session, hub.origin, '/', 'signed-up')
  })
  return 'error' in result ? { ...result, name: field('name'), email: field('email') } : result
}

export const meta: Route.MetaFunction = () => [{ title: 'Sign up · Portolan' }]

export default function SignUp({ loaderData: { state }, actionData }: Route.ComponentProps) {
  const failure = actionData && 'error' in actionData ? actionData : null
  const { above, at } = placeFailure(failure, ['password', 'email', 'inviteCode'])
  if (state === 'closed') {
    return (
      <Narrow title="Sign up">
        <p>This hub takes no new accounts. Ask its administrator for one.</p>
      </Narrow>
    )
  }
  return (
    <Narrow title={state === 'first' ? 'Create the first account' : 'Create an account'}>
      {state === 'first' ? <p className="text-soft">It becomes the administrator of this hub.</p> : null}
      <Form method="post" className="sheet grid gap-4 p-6">
        <FormError>{above}</FormError>
        <TextField
          label="User name"
          name="name"
          autoComplete="username"
          required
          minLength={2}
          maxLength={42}
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={failure?.name}
          hint="Letters, digits, - and _. Part of the address of everything you make."
        />
        <TextField
          label="E-mail address (optional)"
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={failure?.email}
          error={at('email')}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={10}
          error={at('password')}
          hint="At least 10 characters."
        />
        {state === 'invite' ? (
          <TextField label="Invitation code" name="inviteCode" required autoComplete="off" error={at('inviteCode')} />
        ) : null}
        <Button type="submit" look="primary">
          Create account
        </Button>
      </Form>
      <p className="text-soft">
        Already aboard?{' '}
        <Link to="/sign-in" className="text-sea">
          Sign in
        </Link>
      </p>
    </Narrow>
  )
}
