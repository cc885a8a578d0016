import { Form } from 'react-router'
import { CodeField } from '../security/code-field.tsx'
import { PasskeyButton } from '../security/passkey-button.tsx'
import { type CarriedForm, carriedFields } from './carried-form.ts'
import { Button } from '../../ui/button.tsx'
import { FormError, TextField } from '../../ui/field.tsx'

interface Proofs {
  readonly password: boolean
  readonly code: boolean
  readonly hasTotp: boolean
  /** Options for a passkey, as JSON. */
  readonly passkey: string | null
}

/** The ways to prove who one is, each a form. @param needsFactor whether the password is not enough where there is a second factor */
export function ConfirmForms({
  viewer,
  proofs,
  needsFactor,
  carried,
  failure,
}: {
  viewer: string
  proofs: Proofs
  needsFactor: boolean
  carried: CarriedForm | null
  failure: { readonly error: string; readonly way: string } | null
}) {
  const asksPassword = proofs.password && !(needsFactor && (proofs.code || proofs.passkey !== null))
  const fields = (way: string) => (
    <>
      <input type="hidden" name={carriedFields.way} value={way} />
      <input type="hidden" name={carriedFields.carried} value={carried === null ? '' : JSON.stringify(carried)} />
    </>
  )
  return (
    <>
      {proofs.passkey === null ? null : (
        <PasskeyButton
          options={proofs.passkey}
          label="Confirm with a passkey"
          look="primary"
          error={failure?.way === 'passkey' ? failure.error : null}
        >
          {fields('passkey')}
        </PasskeyButton>
      )}
      {proofs.code ? (
        <Form method="post" replace className="sheet grid gap-4 p-6">
          {fields('code')}
          <CodeField hasTotp={proofs.hasTotp} />
          <FormError>{failure?.way === 'code' ? failure.error : null}</FormError>
          <Button type="submit" look="primary">
            Confirm with a code
          </Button>
        </Form>
      ) : null}
      {asksPassword ? (
        <Form method="post" replace className="sheet grid gap-4 p-6">
          {fields('password')}
          <input type="text" name="username" autoComplete="username" value={viewer} readOnly hidden />
          <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
          <FormError>{failure?.way === 'password' ? failure.error : null}</FormError>
          <Button type="submit" look={proofs.code ? 'plain' : 'primary'}>
            Confirm with the password
          </Button>
        </Form>
      ) : null}
    </>
  )
}
