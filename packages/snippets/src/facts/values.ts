/** Total accessors over JSON of unknown shape. */

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function get(value: unknown, ...path: readonly string[]): unknown {
  let current = value
  for (const key of path) {
    if (!isObject(current) || !Object.hasOwn(current, key)) return undefined
    current = current[key]
  }
  return current
}

/** A string with something in it, or `null`. */
export function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** The strings of a list, or a single string as a list. */
export function texts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).flatMap((item) => text(item) ?? [])
}
