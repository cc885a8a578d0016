/** Total accessors over JSON of unknown shape. */
import { isIdentifier } from '../code/index.ts'

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value at a path of keys; `undefined` if the path does not exist. Inherited keys count as absent. */
export function get(value: unknown, key: string, second?: string, third?: string): unknown {
  if (!isObject(value) || !Object.hasOwn(value, key)) return undefined
  const found = value[key]
  return second === undefined ? found : get(found, second, third)
}

/** A nonempty string, or `null`. */
export function text(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const first = value.charCodeAt(0)
  // Most strings begin with a character that is not whitespace in any script, so nothing has to be trimmed.
  return (first > 32 && first < 127) || value.trim() !== '' ? value : null
}

/** The strings of a list, or a single string as a list. */
export function texts(value: unknown): string[] {
  const found: string[] = []
  for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) if (text(item) !== null) found.push(item as string)
  return found
}

/** Classes are imported by these names: a validated identifier with a capital, so that none is a function or variable of the code. */
export function isClassName(value: unknown): value is string {
  return isIdentifier(value) && /^[A-Z]/.test(value)
}
