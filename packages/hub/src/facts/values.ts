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

/** The strings of a list, or of a single string; numbers and booleans as their text (YAML reads `no` languages as they stand). */
export function texts(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  return list.flatMap((item) => (typeof item === 'number' || typeof item === 'boolean' ? [String(item)] : (text(item) ?? [])))
}
