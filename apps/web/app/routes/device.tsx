import { Form, redirect } from 'react-router'
import type { Route } from './+types/device'
import { formText } from '../lib/form-text.ts'
import { hubContext } from '../lib/hub-context.ts'
import { orFormError } from '../lib/page-error.ts'
import { Button } from '../ui/button.tsx'
import { Choices, FormError, TextField } from '../ui/field.tsx'
import { Narrow } from '../ui/panel.tsx'
import { Time } from '../ui/time.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const code = new URL(request.url).searchParams.get('code')?.trim() ?? ''
  if (!hub.viewer) throw redirect(`/sign-in?next=${encodeURIComponent(`/login/device${code === '' ? '' : `?code=${code}`}`)}`)
  return { code, viewer: hub.viewer.name, asked: code === '' ? null : await hub.deviceRequest(code) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) return redirect('/sign-in?next=/login/device')
  const form = await request.formData()
  return orFormError(async () => {
    const role = formText(form, 'answer') !== 'yes' ? null : formText(form, 'role') === 'read' ? 'read' : 'write'
    await hub.decideDeviceLogin(formText(form, 'code'), role)
    return { decided: role }
  }, request)
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const meta: Route.MetaFunction = () => [{ title: 'Sign in a device · Portolan' }]

export default function Device({ loaderData: { code, viewer, asked }, actionData }: Route.ComponentProps) {
  if (actionData && 'decided' in actionData) {
    return (
      <Narrow title={actionData.decided === null ? 'Denied' : 'You can go back'}>
        <p role="status">
          {actionData.decided === null
            ? 'The device was not let in.'
            : 'The device is signed in now; it notices within a few seconds. You can revoke its token under Settings, Access tokens.'}
        </p>
      </Narrow>
    )
  }
  const failure = actionData && 'error' in actionData ? actionData.error : null
  if (asked === null) {
    return (
      <Narrow title="Sign in a device">
        <Form method="get" className="sheet grid gap-4 p-6">
          <FormError>{failure}</FormError>
          <TextField
            label="Code"
            name="code"
            required
            defaultValue={code}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="font-mono text-xl tracking-widest"
            hint="The program that you want to sign in shows it."
            error={code === '' ? null : 'No device waits with this code. Codes live for a quarter of an hour.'}
          />
          <Button type="submit" look="primary">
            Continue
          </Button>
        </Form>
      </Narrow>
    )
  }
  return (
    <Narrow title="Let this device in?">
      <Form method="post" className="sheet grid gap-4 p-6">
        <FormError>{failure}</FormError>
        <input type="hidden" name="code" value={asked.userCode} />
        <p>
          A program wants to act as <strong>{viewer}</strong>. Continue only if you started it yourself, just now, and it shows this code:
        </p>
        <p className="text-center font-mono text-3xl tracking-widest">{asked.userCode}</p>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
          <dt className="text-soft">Asked</dt>
          <dd>
            <Time iso={asked.createdAt} form="minute" />
          </dd>
          <dt className="text-soft">From</dt>
          <dd className="break-all">{asked.address ?? 'an unknown address'}</dd>
          <dt className="text-soft">Program</dt>
          <dd className="break-all">{asked.userAgent ?? 'unknown'}</dd>
        </dl>
        <Choices
          legend="Permissions"
          name="role"
          value="write"
          options={[
            { value: 'read', label: 'Read', hint: 'Download everything you can see' },
            { value: 'write', label: 'Write', hint: 'Everything you can do with repositories' },
          ]}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="primary" name="answer" value="yes">
            Let it in
          </Button>
          <Button type="submit" name="answer" value="no">
            Deny
          </Button>
        </div>
      </Form>
    </Narrow>
  )
}
