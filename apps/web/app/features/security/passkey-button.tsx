import { browserSupportsWebAuthn, type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser'
import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react'
import { Form, useSubmit } from 'react-router'
import { Button, type ButtonLook } from '../../ui/button.tsx'
import { FormError } from '../../ui/field.tsx'

/**
 * A form that asks a passkey and sends its answer in the field `passkey`. Absent where the browser knows no passkeys, or runs no scripts.
 * @param options JSON, as the hub made it
 * @param children hidden fields that go along
 */
export function PasskeyButton({
  options,
  label,
  look = 'plain',
  error,
  children,
}: {
  options: string
  label: string
  look?: ButtonLook
  error: string | null
  children?: ReactNode
}) {
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // The server does not know; without scripts there is no button.
  const isOffered = useSyncExternalStore(
    () => () => {},
    browserSupportsWebAuthn,
    () => false,
  )
  if (!isOffered) return null
  const ask = async () => {
    setProblem(null)
    try {
      const answer = await startAuthentication({ optionsJSON: JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON })
      if (form.current === null) return
      const fields = new FormData(form.current)
      fields.set('passkey', JSON.stringify(answer))
      await submit(fields, { method: 'post', replace: true })
    } catch {
      setProblem('The browser got no answer from a passkey.')
    }
  }
  return (
    <Form ref={form} method="post" className="sheet grid gap-3 p-6">
      {children}
      <FormError>{problem ?? error}</FormError>
      <Button look={look} onClick={() => void ask()}>
        {label}
      </Button>
    </Form>
  )
}
