import { formText } from '../../lib/form-text.ts'

/** Reads the values of the application form. */
export function readAppForm(form: FormData) {
  return {
    name: formText(form, 'name'),
    website: formText(form, 'website'),
    redirectUris: formText(form, 'redirectUris').split(/\s+/),
    scopes: form.getAll('scopes').filter((value) => typeof value === 'string'),
  }
}
