import { redirect } from 'react-router'
import type { Route } from './+types/tokens'
import { FreshToken } from '../../features/tokens/fresh-token.tsx'
import { TokenList } from '../../features/tokens/token-list.tsx'
import { formText } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orFormError } from '../../lib/page-error.ts'
import { LinkButton } from '../../ui/button.tsx'
import { FormError } from '../../ui/field.tsx'
import { Empty } from '../../ui/panel.tsx'
import { SettingsFrame } from './settings-frame.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) throw redirect('/sign-in?next=/settings/tokens')
  return { tokens: await hub.tokens(), origin: hub.origin }
}

export async function action({ context, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) return redirect('/sign-in?next=/settings/tokens')
  const form = await request.formData()
  const uid = formText(form, 'uid')
  return orFormError(async () => {
    if (formText(form, 'intent') === 'revoke') {
      await hub.revokeToken(uid)
      return redirect('/settings/tokens?done=revoked')
    }
    // No redirect: the secret is shown only in this response, which must not be cached.
    const { token, info } = await hub.refreshToken(uid)
    return { token, name: info.name }
  }, request)
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const meta: Route.MetaFunction = () => [{ title: 'Access tokens · Portolan' }]

export default function Tokens({ loaderData: { tokens, origin }, actionData }: Route.ComponentProps) {
  const fresh = actionData && 'token' in actionData ? actionData : null
  return (
    <SettingsFrame title="Access tokens">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 grow basis-60 text-soft">
          A token signs in the <code className="font-mono">hf</code> command, libraries and git. Treat it like a password.
        </p>
        <LinkButton to="/settings/tokens/new" look="primary">
          New token
        </LinkButton>
      </div>
      <FormError>{actionData && 'error' in actionData ? actionData.error : null}</FormError>
      {fresh ? (
        <FreshToken token={fresh.token} origin={origin}>
          <p className="text-sm text-soft">The old secret of {fresh.name} has ended.</p>
        </FreshToken>
      ) : null}
      {tokens.length === 0 ? <Empty title="No tokens yet" /> : <TokenList tokens={tokens} mayRefresh />}
    </SettingsFrame>
  )
}
