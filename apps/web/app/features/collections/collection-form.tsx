import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Checkbox, FormError, SelectField, TextField } from '../../ui/field.tsx'

/** The fields of a new collection. */
export function NewCollectionForm({
  owners,
  given,
  error,
  children,
}: {
  owners: readonly string[]
  given?: { readonly title: string; readonly description: string } | undefined
  error: { readonly error: string; readonly field: string | null } | null
  children?: ReactNode
}) {
  const errorAt = (field: string) => (error?.field === field ? error.error : null)
  return (
    <Form method="post" className="sheet grid gap-5 p-6">
      {children}
      <FormError>{error && error.field !== 'title' && error.field !== 'description' ? error.error : null}</FormError>
      <SelectField label="Owner" name="namespace">
        {owners.map((owner) => (
          <option key={owner}>{owner}</option>
        ))}
      </SelectField>
      <TextField label="Title" name="title" required maxLength={60} defaultValue={given?.title} error={errorAt('title')} />
      <TextField label="Description" name="description" maxLength={150} defaultValue={given?.description} error={errorAt('description')} />
      <Checkbox label="Private" name="private" hint="Only you, or the members of the organisation, see it." />
      <div>
        <Button type="submit" look="primary" name="intent" value="create">
          Create collection
        </Button>
      </div>
    </Form>
  )
}
