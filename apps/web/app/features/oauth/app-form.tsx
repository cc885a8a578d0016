import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { type FormFailure, placeFailure } from '../../lib/place-failure.ts'
import { Checkbox, CheckboxGroup, Choices, FormError, SelectField, TextArea, TextField } from '../../ui/field.tsx'

interface Values {
  name: string
  website: string | null
  redirectUris: readonly string[]
  scopes: readonly string[]
}

/** The scopes most applications need: the user's identity. */
const usual = ['openid', 'profile', 'email']

/** Registers or edits an OAuth application, which signs users in with this hub. */
export function AppForm({
  values,
  owners,
  scopes,
  failure,
  button,
}: {
  /** `null` for a new application: the owner and kind can only be chosen then. */
  values: Values | null
  owners: readonly string[]
  scopes: readonly { scope: string; label: string }[]
  failure: FormFailure | null
  button: ReactNode
}) {
  const { above, at } = placeFailure(failure, ['name', 'website', 'redirectUris', 'scopes'])
  const chosen = values?.scopes ?? usual
  return (
    <Form method="post" className="grid gap-4">
      <input type="hidden" name="intent" value="save" />
      <FormError>{above}</FormError>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={100}
        defaultValue={values?.name}
        placeholder="Dashboard"
        hint="Shown on the consent screen."
        error={at('name')}
      />
      {values === null && owners.length > 1 ? (
        <SelectField label="Owner" name="owner" hint="Shown on the consent screen as the owner of the application.">
          {owners.map((owner) => (
            <option key={owner}>{owner}</option>
          ))}
        </SelectField>
      ) : null}
      <TextArea
        label="Redirect URIs"
        name="redirectUris"
        required
        defaultValue={values?.redirectUris.join('\n')}
        placeholder="https://grafana.example.org/login/generic_oauth"
        className="font-mono"
        spellCheck={false}
        hint="One per line; must match exactly. On 127.0.0.1 and localhost, any port is accepted."
        error={at('redirectUris')}
      />
      <TextField
        label="Website"
        name="website"
        type="url"
        defaultValue={values?.website ?? ''}
        placeholder="https://grafana.example.org"
        error={at('website')}
      />
      {values === null ? (
        <Choices
          legend="Where it runs"
          name="kind"
          value="confidential"
          options={[
            { value: 'confidential', label: 'On a server', hint: 'It can keep a secret: Grafana, Open WebUI, a Gradio app' },
            { value: 'public', label: 'On people’s devices or in their browsers', hint: 'It cannot keep a secret, and uses PKCE instead' },
          ]}
        />
      ) : null}
      <CheckboxGroup legend="Scopes it can request" error={at('scopes')}>
        {scopes.map(({ scope, label }) => (
          <Checkbox
            key={scope}
            name="scopes"
            value={scope}
            defaultChecked={chosen.includes(scope)}
            label={<span className="font-mono text-sm">{scope}</span>}
            hint={label}
          />
        ))}
      </CheckboxGroup>
      <div>
        <Button type="submit" look="primary">
          {button}
        </Button>
      </div>
    </Form>
  )
}
