import { Form, Link, redirect } from 'react-router'
import type { Route } from './+types/robot'
import { FreshToken } from '../../features/tokens/fresh-token.tsx'
import { TokenForm } from '../../features/tokens/token-form.tsx'
import { TokenList } from '../../features/tokens/token-list.tsx'
import { endOf, readTokenValues } from '../../features/tokens/token-values.ts'
import { tokenWords } from '../../features/tokens/token-words.ts'
import { TokenWordsList } from '../../features/tokens/token-words-list.tsx'
import { formText } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage, orFormError } from '../../lib/page-error.ts'
import { toSignIn } from '../../lib/to-sign-in.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/field.tsx'
import { Empty, Panel } from '../../ui/panel.tsx'
import { robotsPath } from './list.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const { searchParams } = new URL(request.url)
  if (!hub.viewer) throw toSignIn(request)
  const org = params.org ?? null
  const values = readTokenValues(searchParams, params.robot)
  return { org, values, origin: hub.origin, ...(await orErrorPage(() => hub.robot(org, params.robot, values.q))) }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const org = params.org ?? null
  const form = await request.formData()
  const intent = formText(form, 'intent')
  const values = readTokenValues(form, params.robot)
  const here = `${robotsPath(org)}/${params.robot}?done=saved`
  const result = await orFormError(async () => {
    if (intent === 'disable' || intent === 'enable') {
      await hub.setRobotDisabled(org, params.robot, intent === 'disable')
      return redirect(here)
    }
    if (intent === 'revoke') {
      await hub.revokeRobotToken(org, params.robot, formText(form, 'uid'))
      return redirect(here)
    }
    const { days, ...input } = values
    return hub.createRobotToken(org, params.robot, { ...input, expiresAt: endOf(days, hub.time().getTime()) })
  }, request)
  if (result instanceof Response) return result
  // The secret is only in this response.
  return 'error' in result
    ? { failure: { ...result, values }, made: null }
    : { failure: null, made: { token: result.token, words: tokenWords(result.info) } }
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const meta: Route.MetaFunction = ({ params }) => [{ title: `Robot ${params.robot} · Portolan` }]

export default function RobotPage({ loaderData, actionData }: Route.ComponentProps) {
  const { org, robot, tokens, accounts, found, values, origin } = loaderData
  const { failure, made } = actionData ?? { failure: null, made: null }
  return (
    <main id="main" className="page grid max-w-4xl grid-cols-1 gap-6 py-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="flex min-w-0 flex-wrap items-center gap-x-3 display text-2xl break-words">
          <Link to={robotsPath(org)} className="text-soft no-underline hover:underline">
            Service accounts
          </Link>{' '}
          {robot.name}
          {robot.isDisabled ? <Badge tone="warn">disabled</Badge> : null}
        </h1>
        <Form method="post">
          <Button type="submit" name="intent" value={robot.isDisabled ? 'enable' : 'disable'} look={robot.isDisabled ? 'plain' : 'danger'}>
            {robot.isDisabled ? 'Enable' : 'Disable'}
          </Button>
        </Form>
      </div>
      {made ? (
        <FreshToken token={made.token} origin={origin}>
          <p className="font-medium">It may do this:</p>
          <TokenWordsList words={made.words} />
        </FreshToken>
      ) : null}
      <section className="grid grid-cols-1 gap-3">
        <h2 className="panel-title">Access tokens</h2>
        {tokens.length === 0 ? <Empty title="No tokens yet" /> : <TokenList tokens={tokens} mayRefresh={false} />}
      </section>
      {robot.isDisabled ? (
        <FormError>{failure?.error ?? null}</FormError>
      ) : (
        <Panel title="New access token">
          <TokenForm key={made?.token} values={failure?.values ?? values} accounts={accounts} found={found} failure={failure} />
        </Panel>
      )}
    </main>
  )
}
