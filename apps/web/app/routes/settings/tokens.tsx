import { Form, redirect } from 'react-router'
import type { Route } from './+types/tokens'
import { formText } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orFormError } from '../../lib/page-error.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Choices, FormError, TextField } from '../../ui/field.tsx'
import { Empty, Panel } from '../../ui/panel.tsx'
import { Time } from '../../ui/time.tsx'
import { SettingsFrame } from './settings-frame.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) throw redirect('/sign-in?next=/settings/tokens')
  return { tokens: await hub.tokens(), origin: hub.origin }
}

const entityTypes = ['model', 'dataset', 'space', 'user', 'org'] as const

export async function action({ context, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) return redirect('/sign-in?next=/settings/tokens')
  const form = await request.formData()
  const field = (name: string) => formText(form, name)
  return orFormError(async () => {
    if (field('intent') === 'revoke') {
      await hub.revokeToken(field('uid'))
      return redirect('/settings/tokens?done=revoked')
    }
    const role = field('role') === 'write' ? 'write' : field('role') === 'fineGrained' ? 'fineGrained' : 'read'
    const scopes = field('scopes')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line) => {
        const [type = '', name = ''] = line.includes(':') ? line.split(':', 2) : ['model', line]
        const entity = { type: entityTypes.find((each) => each === type.trim()) ?? 'model', name: name.trim() } as const
        const isAccount = entity.type === 'user' || entity.type === 'org'
        const permissions = [
          'repo.content.read' as const,
          ...(form.get('canWrite') === 'on' ? (['repo.write'] as const) : []),
          ...(isAccount && form.get('canInfer') === 'on' ? (['inference.serverless.write'] as const) : []),
        ]
        return { entity, permissions }
      })
    // Shown in this answer and never again: no redirect, and nothing of it is kept.
    const { token } = await hub.createToken({ name: field('name') || 'token', role, ...(role === 'fineGrained' ? { scopes } : {}) })
    return { token }
  })
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const meta: Route.MetaFunction = () => [{ title: 'Access tokens · Portolan' }]

const roleNames = { read: 'read', write: 'read and write', fineGrained: 'fine-grained' } as const

export default function Tokens({ loaderData: { tokens, origin }, actionData }: Route.ComponentProps) {
  const fresh = actionData && 'token' in actionData ? actionData.token : null
  return (
    <SettingsFrame title="Access tokens">
      <p className="text-soft">
        A token signs in the <code className="font-mono">hf</code> command, libraries and git. Treat it like a password.
      </p>
      {fresh ? (
        <div role="status" className="sheet grid gap-2 border-good p-4">
          <p className="font-semibold text-good">Your new token. It is shown this once.</p>
          <div className="flex flex-wrap items-center gap-2">
            <code id="new-token" className="min-w-0 rounded bg-well px-3 py-1.5 font-mono break-all">
              {fresh}
            </code>
            <CopyButton text={fresh} what="Token" />
          </div>
          <pre className="code-lines overflow-x-auto rounded-md border border-line bg-well p-3">{`export HF_ENDPOINT=${origin}\nhf auth login\n`}</pre>
        </div>
      ) : null}
      <Panel title="New token">
        <Form method="post" className="grid gap-4">
          <input type="hidden" name="intent" value="create" />
          <FormError>{actionData && 'error' in actionData ? actionData.error : null}</FormError>
          <TextField
            label="Name"
            name="name"
            required
            maxLength={100}
            placeholder="laptop"
            hint="So that you know later which one it is."
          />
          <Choices
            legend="What it may do"
            name="role"
            value="read"
            options={[
              { value: 'read', label: 'Read', hint: 'Download everything you can see' },
              { value: 'write', label: 'Write', hint: 'Everything you can do with repositories' },
              { value: 'fineGrained', label: 'Fine-grained', hint: 'Only what is listed below' },
            ]}
          />
          <details className="rounded-md border border-line px-4 py-2">
            <summary className="list-none font-medium">Fine-grained: which repositories</summary>
            <div className="mt-3 grid gap-3 pb-2">
              <label className="grid gap-1">
                <span className="text-sm text-soft">
                  One a line: owner/name for a model, dataset:owner/name, space:owner/name, user:name or org:name for all of theirs
                </span>
                <textarea name="scopes" rows={3} className="field font-mono" spellCheck={false} />
              </label>
              <label className="flex items-center gap-2">
                <input type="checkbox" name="canWrite" className="accent-accent" />
                May write, too
              </label>
              <label className="flex items-center gap-2">
                <input type="checkbox" name="canInfer" className="accent-accent" />
                May call models at the expense of the accounts above
              </label>
            </div>
          </details>
          <div>
            <Button type="submit" look="primary">
              Create token
            </Button>
          </div>
        </Form>
      </Panel>
      {tokens.length === 0 ? (
        <Empty title="No tokens yet" />
      ) : (
        <ul className="sheet divide-y divide-line">
          {tokens.map((token) => (
            <li key={token.uid} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
              <div className="min-w-0">
                <p className="font-medium break-words">
                  {token.name} <span className="font-mono text-sm text-soft">hf_…{token.hint}</span>
                </p>
                <p className="text-sm text-soft">
                  {roleNames[token.role]}, made <Time iso={token.createdAt} />,{' '}
                  {token.lastUsedAt ? (
                    <>
                      last used <Time iso={token.lastUsedAt} />
                    </>
                  ) : (
                    'never used'
                  )}
                </p>
              </div>
              <Form method="post">
                <input type="hidden" name="intent" value="revoke" />
                <input type="hidden" name="uid" value={token.uid} />
                <Button type="submit" small look="danger" aria-label={`Revoke ${token.name}`}>
                  Revoke
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </SettingsFrame>
  )
}
