import { Form, redirect } from 'react-router'
import type { Route } from './+types/ssh-keys'
import { formText } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orFormError } from '../../lib/page-error.ts'
import { placeFailure } from '../../lib/place-failure.ts'
import { Button } from '../../ui/button.tsx'
import { FormError, TextArea, TextField } from '../../ui/field.tsx'
import { Empty, Panel } from '../../ui/panel.tsx'
import { Time } from '../../ui/time.tsx'
import { SettingsFrame } from './settings-frame.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) throw redirect('/sign-in?next=/settings/ssh-keys')
  return { keys: await hub.sshKeys() }
}

export async function action({ context, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) return redirect('/sign-in?next=/settings/ssh-keys')
  const form = await request.formData()
  const [title, key] = [formText(form, 'title'), formText(form, 'key')]
  const result = await orFormError(async () => {
    if (formText(form, 'intent') === 'remove') await hub.removeSshKey(formText(form, 'uid'))
    else await hub.addSshKey(title, key)
    return redirect('/settings/ssh-keys?done=saved')
  }, request)
  // A private key is not sent back.
  return 'error' in result ? { ...result, title, key: key.includes('PRIVATE KEY') ? '' : key } : result
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const meta: Route.MetaFunction = () => [{ title: 'SSH and git keys · Portolan' }]

export default function SshKeys({ loaderData: { keys }, actionData }: Route.ComponentProps) {
  const failure = placeFailure(actionData, ['title', 'key'])
  return (
    <SettingsFrame title="SSH and git keys">
      <p className="max-w-prose text-soft">
        Public keys identify you to git over SSH. This hub stores them and does not offer SSH yet: until then, use an access token with git.
      </p>
      <FormError>{failure.above}</FormError>
      {keys.length === 0 ? (
        <Empty title="No keys yet" />
      ) : (
        <ul className="sheet divide-y divide-line">
          {keys.map(({ uid, title, type, fingerprint, createdAt, lastUsedAt }) => (
            <li key={uid} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
              <div className="min-w-0 grow basis-60">
                <p className="font-medium break-words">{title}</p>
                <p className="font-mono text-sm break-all text-soft">
                  {type} {fingerprint}
                </p>
                <p className="text-sm text-soft">
                  Added <Time iso={createdAt} />,{' '}
                  {lastUsedAt === null ? (
                    'never used'
                  ) : (
                    <>
                      last used <Time iso={lastUsedAt} />
                    </>
                  )}
                </p>
              </div>
              <Form method="post" preventScrollReset>
                <input type="hidden" name="uid" value={uid} />
                <Button type="submit" small look="danger" name="intent" value="remove" aria-label={`Remove ${title}`}>
                  Remove
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <Panel title="Add a key">
        {/* Emptied when a key was added. */}
        <Form key={keys[0]?.uid ?? ''} method="post" preventScrollReset className="grid max-w-2xl gap-4">
          <TextField
            label="Title"
            name="title"
            maxLength={100}
            defaultValue={actionData?.title}
            error={failure.at('title')}
            hint="For you to recognize it. Empty: the comment at the end of the key."
          />
          <TextArea
            label="Public key"
            name="key"
            required
            rows={5}
            className="font-mono text-sm break-all"
            spellCheck={false}
            autoComplete="off"
            defaultValue={actionData?.key}
            error={failure.at('key')}
            placeholder="ssh-ed25519 AAAA…"
            hint="The content of ~/.ssh/id_ed25519.pub or a similar file. Ed25519, ECDSA and RSA from 2,048 bits on, also on security keys."
          />
          <Button type="submit" look="primary" className="justify-self-start">
            Add key
          </Button>
        </Form>
      </Panel>
    </SettingsFrame>
  )
}
