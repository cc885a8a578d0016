import type { Json } from '../code/index.ts'
import { isObject } from '../facts/values.ts'

const deepest = 64

/**
 * A value from outside as JSON of its own, `undefined` when it is none or nested deeper than any call needs. Half a character (a lone surrogate), which
 * no request can carry, becomes U+FFFD.
 */
export function toJson(value: unknown, depth = 0): Json | undefined {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (depth >= deepest) return undefined
  if (Array.isArray(value)) {
    const items: Json[] = []
    for (const item of value as unknown[]) {
      const json = toJson(item, depth + 1)
      if (json === undefined) return undefined
      items.push(json)
    }
    return items
  }
  if (!isObject(value)) return undefined
  const entries: [string, Json][] = []
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue
    const json = toJson(item, depth + 1)
    if (json === undefined) return undefined
    entries.push([key.toWellFormed(), json])
  }
  return Object.fromEntries(entries)
}

/** Text that can be the value of an HTTP header: visible ASCII, with blanks inside only. */
export function isHeaderText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 200 && /^[!-~](?:[ -~]*[!-~])?$/.test(value)
}

/** An http or https address without credentials, `null` for any other text. What stands in code is the normal form of the address. */
export function toHttpUrl(value: unknown): URL | null {
  if (typeof value !== 'string') return null
  const url = URL.parse(value.trim())
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : null
}

/** An address in a form that every client sends as it is: curl takes braces and brackets for patterns, others escape them. */
export function plainAddress(url: URL): string {
  const { origin, pathname, search } = url
  return origin + (pathname + search).replaceAll(/[{}[\]|\\^`"<> ]/g, (character) => encodeURIComponent(character))
}

/** An id as part of a path of an address: each segment escaped, the slashes kept. `null` where it would lead elsewhere. */
export function pathOf(id: string): string | null {
  const segments = id.toWellFormed().split('/')
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) return null
  return segments.map((segment) => encodeURIComponent(segment).replaceAll('%3A', ':').replaceAll('%40', '@')).join('/')
}
