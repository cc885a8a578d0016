/** A text field of a submitted form, without surrounding space; empty when it is absent or a file. */
export function formText(form: FormData, name: string): string {
  return formSecret(form, name).trim()
}

/** As {@link formText}, exactly as typed: for passwords. */
export function formSecret(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
