import { errorStatus } from '@portolan/contract'
import { data, Form, redirect, redirectDocument } from 'react-router'
import type { Route } from './+types/authorize'
import { formText } from '../lib/form-text.ts'
import { hubContext } from '../lib/hub-context.ts'
import { orErrorPage } from '../lib/page-error.ts'
import { AnchorButton, Button } from '../ui/button.tsx'
import { Narrow } from '../ui/panel.tsx'

/**
 * The OAuth authorization page: applications redirect browsers here to sign users in. Responds with a redirect back to the application, or a consent
 * form.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const result = await orErrorPage(() => hub.authorization(new URL(request.url).search), request)
  switch (result.kind) {
    case 'return':
      throw redirectDocument(result.location, 303)
    case 'sign_in':
      throw redirect(
        `/sign-in?${new URLSearchParams({ ...(result.again ? { again: 'yes' } : {}), next: `/oauth/authorize?${result.parameters}` }).toString()}`,
      )
    case 'ask':
      // entry.server.tsx adds the target to the page's policy and removes the header, because the form's response redirects there.
      return data({ result, viewer: hub.viewer?.name ?? '' }, { headers: { 'Portolan-Form-Target': result.view.formTarget } })
    case 'mistake':
      return data({ result, viewer: '' }, { status: errorStatus['oauth.invalid_request'].status })
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const { search } = new URL(request.url)
  if (!hub.viewer) return redirect(`/sign-in?next=${encodeURIComponent(`/oauth/authorize${search}`)}`)
  const form = await request.formData()
  return redirectDocument(await orErrorPage(() => hub.decideAuthorization(search, formText(form, 'answer') === 'yes'), request), 303)
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  const target = loaderHeaders.get('Portolan-Form-Target')
  return { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin', ...(target === null ? {} : { 'Portolan-Form-Target': target }) }
}

export const meta: Route.MetaFunction = () => [{ title: 'Sign in to an application · Portolan' }]

export default function Authorize({ loaderData: { result, viewer } }: Route.ComponentProps) {
  if (result.kind === 'mistake') {
    return (
      <Narrow title="This application made a mistake">
        <div className="sheet grid gap-4 p-6">
          <p>
            <strong className="break-words">{result.app.name}</strong> by {result.app.owner} sent you here with a request that this hub
            cannot answer. Whoever looks after it needs to know this:
          </p>
          <p className="rounded-md bg-well px-3 py-2 font-mono text-sm break-words">
            {result.error}: {result.message}
          </p>
          <AnchorButton href={result.back}>Back to {result.returnsTo}</AnchorButton>
        </div>
      </Narrow>
    )
  }
  const { app, scopes, returnsTo, isOnDevice } = result.view
  return (
    <Narrow title={`Sign in to ${app.name}?`}>
      {/* A plain form, because its response leaves this hub. */}
      <Form method="post" reloadDocument className="sheet grid gap-4 p-6">
        <p>
          <strong className="break-words">{app.name}</strong>, an application of <a href={`/${app.owner}`}>{app.owner}</a>, wants to know
          that you are <strong>{viewer}</strong>. It may then:
        </p>
        <ul className="grid list-disc gap-1 pl-5">
          {scopes.map(({ scope, label, isNew }) => (
            <li key={scope}>
              {label}
              {isNew ? null : <span className="text-soft"> (allowed before)</span>}
            </li>
          ))}
        </ul>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
          <dt className="text-soft">You will be redirected to</dt>
          <dd className="font-mono break-all">{returnsTo}</dd>
          {app.website === null ? null : (
            <>
              <dt className="text-soft">Website</dt>
              <dd className="break-all">{app.website}</dd>
            </>
          )}
        </dl>
        {isOnDevice ? (
          <p className="rounded-md border border-warn bg-warn-well px-3 py-2 text-warn">
            The answer goes to a program on this device. Continue only if you started it yourself, just now.
          </p>
        ) : null}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="primary" name="answer" value="yes">
            Allow
          </Button>
          <Button type="submit" name="answer" value="no">
            Deny
          </Button>
        </div>
        <p className="text-sm text-soft">You can revoke this under Settings, Applications.</p>
      </Form>
    </Narrow>
  )
}
