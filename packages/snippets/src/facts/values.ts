/** Total accessors over JSON of unknown shape. */
import { isIdentifier } from '../code/index.ts'

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What a path of keys leads to; `undefined` where it ends early. Keys that objects inherit are not there. */
export function get(value: unknown, key: string, second?: string, third?: string): unknown {
  if (!isObject(value) || !Object.hasOwn(value, key)) return undefined
  const found = value[key]
  return second === undefined ? found : get(found, second, third)
}

/** A string with something in it, or `null`. */
export function text(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const first = value.charCodeAt(0)
  // Most texts begin with a character that is no space in any script, so that nothing has to be trimmed.
  return (first > 32 && first < 127) || value.trim() !== '' ? value : null
}

/** The strings of a list, or a single string as a list. */
export function texts(value: unknown): string[] {
  const found: string[] = []
  for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) if (text(item) !== null) found.push(item as string)
  return found
}

/** Classes are imported by these names: a checked identifier with a capital, so that none is a function or a variable of the code. */
export function isClassName(value: unknown): value is string {
  return isIdentifier(value) && /^[A-Z]/.test(value)
}
