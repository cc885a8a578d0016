import type { PageHub } from '@portolan/pages'
import { Form, redirect } from 'react-router'
import type { Route } from './+types/security'
import { ActivityList } from '../../features/security/activity-list.tsx'
import { FreshCodes } from '../../features/security/fresh-codes.tsx'
import { PasskeysPanel } from '../../features/security/passkeys-panel.tsx'
import { SessionList } from '../../features/security/session-list.tsx'
import { TotpPanel } from '../../features/security/totp-panel.tsx'
import { formText } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage, orFormError } from '../../lib/page-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SettingsFrame } from './settings-frame.tsx'

const here = '/settings/security'

export async function loader({ context }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) throw redirect(`/sign-in?next=${here}`)
  return orErrorPage(async () => ({
    factors: await hub.security(),
    sessions: await hub.sessions(),
    activity: await hub.signInActivity(),
    mustSetUp: hub.mustSetUp,
  }))
}

/** What an action has to show. */
interface Shown {
  readonly setup: Awaited<ReturnType<PageHub['beginTotp']>> | null
  readonly passkey: Awaited<ReturnType<PageHub['beginPasskey']>> | null
  readonly codes: readonly string[] | null
}
const nothing: Shown = { setup: null, passkey: null, codes: null }

// No redirect where a secret is shown: it is only in this response.
export async function action({ context, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) return redirect(`/sign-in?next=${here}`)
  const form = await request.formData()
  const intent = formText(form, 'intent')
  const result = await orFormError(async (): Promise<Shown | Response> => {
    switch (intent) {
      case 'begin-totp':
        return { ...nothing, setup: await hub.beginTotp() }
      case 'confirm-totp':
        return { ...nothing, codes: await hub.confirmTotp(formText(form, 'code')) }
      case 'begin-passkey':
        return { ...nothing, passkey: await hub.beginPasskey() }
      case 'add-passkey':
        return { ...nothing, codes: await hub.addPasskey(formText(form, 'passkey'), formText(form, 'name')) }
      case 'remove-passkey':
        await hub.removePasskey(formText(form, 'uid'))
        return redirect(`${here}?done=deleted`)
      case 'renew-codes':
        return { ...nothing, codes: await hub.renewRecoveryCodes() }
      case 'remove-totp':
        await hub.removeTotp()
        return redirect(`${here}?done=factor-off`)
      case 'end-session':
        await hub.endSession(formText(form, 'id'))
        return redirect(`${here}?done=signed-out`)
      default:
        await hub.endOtherSessions()
        return redirect(`${here}?done=signed-out`)
    }
  }, request)
  if (result instanceof Response) return result
  if (!('error' in result)) return { ...result, intent, error: null }
  const setup = intent === 'confirm-totp' ? await hub.pendingTotp() : null
  return { ...nothing, intent, error: result.error, setup }
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const meta: Route.MetaFunction = () => [{ title: 'Security · Portolan' }]

export default function Security({ loaderData: { factors, sessions, activity, mustSetUp }, actionData }: Route.ComponentProps) {
  const errorOf = (...intents: string[]) => (actionData && intents.includes(actionData.intent) ? actionData.error : null)
  const hasFactor = factors.totpSince !== null || factors.passkeys.length > 0
  return (
    <SettingsFrame title="Security">
      {mustSetUp ? (
        <p role="status" className="rounded-md border border-warn bg-warn-well px-3 py-2 font-medium text-warn">
          This hub requires a second factor. Set up one of these to continue.
        </p>
      ) : null}
      {actionData?.codes ? <FreshCodes codes={actionData.codes} /> : null}
      <TotpPanel since={factors.totpSince} setup={actionData?.setup ?? null} error={errorOf('begin-totp', 'confirm-totp', 'remove-totp')} />
      {factors.offersPasskeys || factors.passkeys.length > 0 ? (
        <PasskeysPanel
          passkeys={factors.passkeys}
          options={actionData?.passkey ?? null}
          error={errorOf('begin-passkey', 'add-passkey', 'remove-passkey')}
        />
      ) : null}
      {hasFactor ? (
        <Panel title="Recovery codes">
          <Form method="post" className="grid justify-items-start gap-3">
            <input type="hidden" name="intent" value="renew-codes" />
            <FormError>{errorOf('renew-codes')}</FormError>
            <p className={factors.recoveryCodes < 3 ? 'font-medium text-warn' : 'text-soft'}>
              {factors.recoveryCodes === 1 ? 'One code is' : `${factors.recoveryCodes} codes are`} left. New codes replace the old ones.
            </p>
            <Button type="submit">Make new codes</Button>
          </Form>
        </Panel>
      ) : null}
      <Panel title="Active sessions">
        <SessionList sessions={sessions} />
      </Panel>
      <Panel title="Recent activity">
        {activity.length === 0 ? <p className="text-soft">Nothing yet.</p> : <ActivityList activity={activity} />}
      </Panel>
    </SettingsFrame>
  )
}
