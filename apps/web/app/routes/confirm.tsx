import { isSensitiveAction, nextWithDone, proofMinutes, safeNext, sensitiveActions } from '@portolan/contract'
import { Form, redirect, redirectDocument } from 'react-router'
import type { Route } from './+types/confirm'
import { ConfirmForms } from '../features/confirm/confirm-forms.tsx'
import { SendAgain } from '../features/confirm/send-again.tsx'
import { type CarriedForm, carriedFields, readCarried } from '../features/confirm/carried-form.ts'
import { formSecret, formText } from '../lib/form-text.ts'
import { hubContext } from '../lib/hub-context.ts'
import { orErrorPage, orFormError } from '../lib/page-error.ts'
import { toSignIn } from '../lib/to-sign-in.ts'
import { AnchorButton, Button } from '../ui/button.tsx'
import { Narrow } from '../ui/panel.tsx'

/**
 * Asks people to prove once more who they are, and leads back. A form that was refused arrives here with all its fields (by a redirect with status 307), which
 * this page keeps in hidden fields and sends again.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const { searchParams } = new URL(request.url)
  if (!hub.viewer) throw toSignIn(request)
  const action = searchParams.get('action')
  return {
    viewer: hub.viewer.name,
    proofs: await orErrorPage(() => hub.proofs()),
    to: safeNext(searchParams.get('to')),
    company: hub.signInWays.company,
    ...(isSensitiveAction(action)
      ? { what: sensitiveActions[action].label, needsFactor: 'needsFactor' in sensitiveActions[action] }
      : { what: null, needsFactor: false }),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const { searchParams } = new URL(request.url)
  const to = safeNext(searchParams.get('to'))
  if (!hub.viewer) return redirect(`/sign-in?${new URLSearchParams({ next: to }).toString()}`)
  const form = await request.formData()
  const way = formText(form, carriedFields.way)
  // The form of another page, on its way to where it was refused.
  if (way === '') return { carried: readCarried(form), isDone: false as const, failure: null }
  const carried = readCarried(formSecret(form, carriedFields.carried))
  const result = await orFormError(async () => {
    if (way === 'password') await hub.confirmWithPassword(formSecret(form, 'password'))
    else if (way === 'passkey') await hub.confirmWithPasskey(formText(form, 'passkey'))
    else await hub.confirmWithCode(formText(form, 'code'))
    return null
  })
  if (result !== null) return { carried, isDone: false as const, failure: { ...result, way } }
  if (carried !== null) return { carried, isDone: true as const, failure: null }
  // These addresses are no pages of the router, or need a full document.
  return /^\/(?:oauth\/authorize|sign-in\/company)\?/.test(to) ? redirectDocument(to) : redirect(nextWithDone(to, 'confirmed'))
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const meta: Route.MetaFunction = () => [{ title: 'Confirm that it is you · Portolan' }]

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { viewer, proofs, to, what, needsFactor, company } = loaderData
  const carried: CarriedForm | null = actionData?.carried ?? null
  if (actionData?.isDone === true && carried !== null) return <SendAgain to={to} form={carried} />
  return (
    <Narrow title="Confirm that it is you">
      <p className="text-soft">
        To {what ?? 'continue'}, show that you are <strong className="break-words">{viewer}</strong>. It counts for {proofMinutes} minutes.
      </p>
      <ConfirmForms viewer={viewer} proofs={proofs} needsFactor={needsFactor} carried={carried} failure={actionData?.failure ?? null} />
      {company === null ? null : (
        <div className="sheet grid p-6">
          {/* Leaves this hub, so the router must not handle it. */}
          <AnchorButton href={`/sign-in/company?${new URLSearchParams({ again: 'yes', next: to }).toString()}`}>
            Sign in again with {company}
          </AnchorButton>
        </div>
      )}
      {proofs.password || proofs.code || proofs.passkey !== null || company !== null ? null : (
        <div className="grid justify-items-start gap-3">
          <p>Your account has nothing to confirm with. Sign in again to continue.</p>
          <Form method="post" action="/sign-out">
            <Button type="submit">Sign out</Button>
          </Form>
        </div>
      )}
    </Narrow>
  )
}
