import { formText } from '../../lib/form-text.ts'

/** What stands in the form of an application. */
export function readAppForm(form: FormData) {
  return {
    name: formText(form, 'name'),
    website: formText(form, 'website'),
    redirectUris: formText(form, 'redirectUris').split(/\s+/),
    scopes: form.getAll('scopes').filter((value) => typeof value === 'string'),
  }
}
