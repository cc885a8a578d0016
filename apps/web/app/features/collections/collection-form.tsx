import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { type FormFailure, placeFailure } from '../../lib/place-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, FormError, SelectField, TextField } from '../../ui/field.tsx'

/** The form fields for creating a collection. */
export function NewCollectionForm({
  owners,
  given,
  error,
  children,
}: {
  owners: readonly string[]
  given?: { readonly title: string; readonly description: string } | undefined
  error: FormFailure | null
  children?: ReactNode
}) {
  const { above, at } = placeFailure(error, ['title', 'description'])
  return (
    <Form method="post" className="sheet grid gap-5 p-6">
      {children}
      <FormError>{above}</FormError>
      <SelectField label="Owner" name="namespace">
        {owners.map((owner) => (
          <option key={owner}>{owner}</option>
        ))}
      </SelectField>
      <TextField label="Title" name="title" required maxLength={60} defaultValue={given?.title} error={at('title')} />
      <TextField label="Description" name="description" maxLength={150} defaultValue={given?.description} error={at('description')} />
      <Checkbox label="Private" name="private" hint="Only you, or the members of the organization, see it." />
      <div>
        <Button type="submit" look="primary" name="intent" value="create">
          Create collection
        </Button>
      </div>
    </Form>
  )
}
