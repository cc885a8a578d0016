/** Total accessors over JSON of unknown shape. */

export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object's own property; `undefined` for everything else. */
export function get(value: unknown, ...path: readonly string[]): unknown {
  let current = value
  for (const key of path) {
    if (!isObject(current) || !Object.hasOwn(current, key)) return undefined
    current = current[key]
  }
  return current
}

/** A non-empty string without surrounding space, or `null`. */
export function text(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const trimmed = value.trim()
  return trimmed === '' ? null : trimmed
}

/** Like {@link text}, for names: one line of at most 200 characters. */
export function label(value: unknown): string | null {
  const name = text(value)
  // oxlint-disable-next-line no-control-regex -- a name has no control characters
  return name === null || name.length > 200 || /[\u0000-\u001f\u007f]/.test(name) ? null : name
}

/** The strings of a list, or of a single string; numbers and booleans as text (YAML reads `no` languages as written). */
export function texts(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  return list.flatMap((item) => (typeof item === 'number' || typeof item === 'boolean' ? [String(item)] : (text(item) ?? [])))
}

/** The names of a list, or of a single name; at most 200. */
export function labels(value: unknown): string[] {
  return texts(value)
    .filter((item) => label(item) !== null)
    .slice(0, 200)
}

/** Makes text storable in every database: no NUL, no lone surrogates. */
export function clean(value: string): string {
  return value.toWellFormed().replaceAll('\0', '\ufffd')
}
