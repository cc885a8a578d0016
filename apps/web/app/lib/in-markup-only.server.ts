/**
 * Keeps a text of loader data out of what is sent for hydration: rendered HTML is already in the page's markup, and once is enough.
 * The server sees the property while it renders; the encoder of loader data skips what is not enumerable. Only for requests of whole documents:
 * a navigation in the browser needs the text.
 */
export function inMarkupOnly<T extends object, K extends keyof T>(
  isDocument: boolean,
  value: T,
  ...keys: K[]
): Omit<T, K> & Partial<Pick<T, K>> {
  if (isDocument) for (const key of keys) Object.defineProperty(value, key, { enumerable: false })
  return value
}
