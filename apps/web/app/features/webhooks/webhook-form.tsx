import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { type FormFailure, placeFailure } from '../../lib/place-failure.ts'
import { Checkbox, CheckboxGroup, FormError, TextArea, TextField } from '../../ui/field.tsx'

interface Values {
  url: string
  hasSecret: boolean
  watched: readonly { type: string; name: string }[]
  domains: readonly string[]
}

/** Creates or edits a webhook. An existing secret is never sent to the page: an empty field keeps it. */
export function WebhookForm({
  values,
  failure,
  intent,
  button,
}: {
  values: Values | null
  failure: FormFailure | null
  intent: string
  button: ReactNode
}) {
  const { above, at } = placeFailure(failure, ['url', 'secret', 'watched', 'domains'])
  const listens = (domain: string) => values?.domains.includes(domain) ?? true
  return (
    <Form method="post" className="grid gap-4">
      <input type="hidden" name="intent" value={intent} />
      <FormError>{above}</FormError>
      <TextField
        label="Address"
        name="url"
        type="url"
        required
        defaultValue={values?.url}
        placeholder="https://ci.example.org/hooks/portolan"
        hint="Gets a POST request with JSON for everything that happens."
        error={at('url')}
      />
      <TextArea
        label="Targets"
        name="watched"
        required
        defaultValue={values?.watched.map(({ type, name }) => `${type}:${name}`).join('\n')}
        placeholder={'model:owner/name\nuser:name'}
        className="font-mono"
        spellCheck={false}
        hint="One per line: model:owner/name, dataset:owner/name, space:owner/name, or user:name and org:name for all of theirs."
        error={at('watched')}
      />
      <TextField
        label="Secret"
        name="secret"
        autoComplete="off"
        className="font-mono"
        hint={
          values?.hasSecret
            ? 'One is set; leave this empty to keep it.'
            : 'Sent in the header X-Webhook-Secret, and used to sign the message in X-Webhook-Signature.'
        }
        error={at('secret')}
      />
      <CheckboxGroup legend="Events" error={at('domains')}>
        <Checkbox
          name="domains"
          value="repo"
          defaultChecked={listens('repo')}
          label="Repositories"
          hint="Made, pushed to, moved, changed, deleted"
        />
        <Checkbox
          name="domains"
          value="discussion"
          defaultChecked={listens('discussion')}
          label="Discussions"
          hint="Discussions, pull requests and their comments"
        />
      </CheckboxGroup>
      <div>
        <Button type="submit" look="primary">
          {button}
        </Button>
      </div>
    </Form>
  )
}
