import { Form, Link, redirect } from 'react-router'
import type { Route } from './+types/forgot-password'
import { formText } from '../lib/form-text.ts'
import { hubContext } from '../lib/hub-context.ts'
import { orFormError } from '../lib/page-error.ts'
import { Button } from '../ui/button.tsx'
import { FormError, TextField } from '../ui/field.tsx'
import { Narrow } from '../ui/panel.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  if (!hub.signInWays.password) throw redirect('/sign-in')
  return { canRecover: hub.canRecover }
}

export async function action({ context, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const form = await request.formData()
  return orFormError(async () => {
    await hub.requestRecovery(formText(form, 'name'))
    return { isSent: true as const }
  })
}

export const meta: Route.MetaFunction = () => [{ title: 'Forgot your password? · Portolan' }]

export default function ForgotPassword({ loaderData: { canRecover }, actionData }: Route.ComponentProps) {
  const back = (
    <p>
      <Link to="/sign-in" className="text-sea">
        Back to sign-in
      </Link>
    </p>
  )
  if (!canRecover) {
    return (
      <Narrow title="Forgot your password?">
        <p>This hub sends no email. Ask one of its administrators for a link with which you can set a new password.</p>
        {back}
      </Narrow>
    )
  }
  if (actionData && 'isSent' in actionData) {
    return (
      <Narrow title="Check your email">
        <p role="status">
          If there is such an account and its email address is confirmed, a link to set a new password is on its way there. It works for an
          hour. If nothing arrives, look among the spam, or ask an administrator of this hub for a link.
        </p>
        {back}
      </Narrow>
    )
  }
  return (
    <Narrow title="Forgot your password?">
      <p className="text-soft">Enter your user name or email address to get a link with which you can set a new password.</p>
      <Form method="post" className="sheet grid gap-4 p-6">
        <FormError>{actionData && 'error' in actionData ? actionData.error : null}</FormError>
        <TextField
          label="User name or email address"
          name="name"
          autoComplete="username"
          required
          maxLength={254}
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" look="primary">
          Send link
        </Button>
      </Form>
      {back}
    </Narrow>
  )
}
