import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser'
import { useRef, useState } from 'react'
import { Form, useSubmit } from 'react-router'
import { browserName } from '../../lib/browser-name.ts'
import { Button } from '../../ui/button.tsx'
import { FormError, TextField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Time } from '../../ui/time.tsx'

interface Passkey {
  readonly uid: string
  readonly name: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

/** The passkeys of an account, and a form for another one. @param options JSON, as the hub made it; once somebody asked to add one */
export function PasskeysPanel({
  passkeys,
  options,
  error,
}: {
  passkeys: readonly Passkey[]
  options: string | null
  error: string | null
}) {
  return (
    <Panel title="Passkeys">
      <div className="grid gap-3">
        {options === null ? <FormError>{error}</FormError> : null}
        <p className="text-soft">
          A passkey is kept by your phone, computer or security key. It signs you in without a password, and replaces the code after one.
        </p>
        {passkeys.length === 0 ? null : (
          <ul className="divide-y divide-line">
            {passkeys.map(({ uid, name, createdAt, lastUsedAt }) => (
              <li key={uid} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
                <span className="min-w-0">
                  <span className="block font-medium break-words">{name}</span>
                  <span className="block text-sm text-soft">
                    added <Time iso={createdAt} />
                    {lastUsedAt === null ? (
                      ', never used'
                    ) : (
                      <>
                        , last used <Time iso={lastUsedAt} />
                      </>
                    )}
                  </span>
                </span>
                <Form method="post">
                  <input type="hidden" name="intent" value="remove-passkey" />
                  <input type="hidden" name="uid" value={uid} />
                  <Button type="submit" small look="danger" aria-label={`Remove ${name}`}>
                    Remove
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
        )}
        {options === null ? (
          <Form method="post">
            <input type="hidden" name="intent" value="begin-passkey" />
            <Button type="submit">Add a passkey</Button>
          </Form>
        ) : (
          <NewPasskey options={options} error={error} />
        )}
      </div>
    </Panel>
  )
}

function NewPasskey({ options, error }: { options: string; error: string | null }) {
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const create = async () => {
    setProblem(null)
    try {
      const answer = await startRegistration({ optionsJSON: JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON })
      if (form.current === null) return
      const fields = new FormData(form.current)
      fields.set('passkey', JSON.stringify(answer))
      await submit(fields, { method: 'post' })
    } catch (failure) {
      const isKnown = failure instanceof Error && failure.name === 'InvalidStateError'
      setProblem(isKnown ? 'This device has a passkey for this account already.' : 'The browser made no passkey.')
    }
  }
  return (
    <Form
      ref={form}
      method="post"
      className="grid max-w-sm gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <input type="hidden" name="intent" value="add-passkey" />
      <TextField
        label="A name for it"
        name="name"
        required
        maxLength={60}
        defaultValue={typeof navigator === 'undefined' ? '' : browserName(navigator.userAgent)}
        error={problem ?? error}
        hint="To tell it from others in this list."
      />
      <div>
        <Button type="submit" look="primary">
          Create passkey
        </Button>
      </div>
    </Form>
  )
}
