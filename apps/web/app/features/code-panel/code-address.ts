/** What of a page's address decides about its code; `null` takes a choice away. */
export type AddressChange = Partial<
  Record<'library' | 'app' | 'language' | 'python' | 'javascript' | 'device' | 'revision' | 'file', string | null>
>

/**
 * The address of this page with one choice changed and every other written out, so that a link shows the same code to everybody.
 * @param parameters every choice of the page that is not the default
 */
export function codeAddress(parameters: Readonly<Record<string, string>>, change: AddressChange): string {
  const query = new URLSearchParams(parameters)
  for (const [name, value] of Object.entries(change)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  return `?${query.toString()}`
}
