/** Returns a text field of a submitted form, trimmed; empty if it is absent or a file. */
export function formText(form: FormData, name: string): string {
  return formSecret(form, name).trim()
}

/** Like {@link formText}, but exactly as typed: for passwords. */
export function formSecret(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
