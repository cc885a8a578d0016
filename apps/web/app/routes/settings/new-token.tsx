import { Link, redirect } from 'react-router'
import type { Route } from './+types/new-token'
import { FreshToken } from '../../features/tokens/fresh-token.tsx'
import { TokenForm } from '../../features/tokens/token-form.tsx'
import { endOf, readTokenValues } from '../../features/tokens/token-values.ts'
import { tokenWords } from '../../features/tokens/token-words.ts'
import { TokenWordsList } from '../../features/tokens/token-words-list.tsx'
import { hubContext } from '../../lib/hub-context.ts'
import { orFormError } from '../../lib/page-error.ts'
import { toSignIn } from '../../lib/to-sign-in.ts'
import { Panel } from '../../ui/panel.tsx'
import { SettingsFrame } from './settings-frame.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const { searchParams } = new URL(request.url)
  if (!hub.viewer) throw toSignIn(request)
  const { name, orgs } = hub.viewer
  const values = readTokenValues(searchParams, name)
  return {
    values,
    accounts: [
      { type: 'user' as const, name, label: `${name} (you) and your repositories` },
      ...orgs.map((org) => ({ type: 'org' as const, name: org.name, label: `${org.name} and its repositories` })),
    ],
    found: values.q === '' ? null : await hub.reposByName(values.q),
    origin: hub.origin,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) return redirect('/sign-in?next=/settings/tokens/new')
  const values = readTokenValues(await request.formData(), hub.viewer.name)
  const { days, ...input } = values
  const result = await orFormError(() => hub.createToken({ ...input, expiresAt: endOf(days, hub.time().getTime()) }), request)
  // No redirect: the secret is shown only in this response, which must not be cached.
  return 'error' in result
    ? { failure: { ...result, values }, made: null }
    : { failure: null, made: { token: result.token, words: tokenWords(result.info) } }
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const meta: Route.MetaFunction = () => [{ title: 'New access token · Portolan' }]

export default function NewToken({ loaderData, actionData }: Route.ComponentProps) {
  const { values, accounts, found, origin } = loaderData
  const { failure, made } = actionData ?? { failure: null, made: null }
  return (
    <SettingsFrame title="New access token">
      {made ? (
        <FreshToken token={made.token} origin={origin}>
          <p className="font-medium">It may do this:</p>
          <TokenWordsList words={made.words} />
          <Link to="/settings/tokens">All access tokens</Link>
        </FreshToken>
      ) : (
        <Panel>
          <TokenForm values={failure?.values ?? values} accounts={accounts} found={found} failure={failure} />
        </Panel>
      )}
    </SettingsFrame>
  )
}
