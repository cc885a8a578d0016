import { TextField } from '../../ui/field.tsx'

/** A code of an authenticator app, or a recovery code. @param hasTotp whether the account has such an app */
export function CodeField({ hasTotp }: { readonly hasTotp: boolean }) {
  return (
    <TextField
      label={hasTotp ? 'Code of your authenticator app' : 'Recovery code'}
      name="code"
      required
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      hint={hasTotp ? 'Six digits, or one of your recovery codes.' : undefined}
    />
  )
}
