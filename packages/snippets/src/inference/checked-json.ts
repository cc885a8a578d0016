import type { Json } from '../code/index.ts'
import { isObject } from '../facts/values.ts'

const deepest = 64

/**
 * An untrusted value as a JSON copy, `undefined` when it is not JSON or nested deeper than any call needs. A lone surrogate, which no request can
 * carry, becomes U+FFFD.
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

/** Text that is valid as an HTTP header value: visible ASCII, with blanks only inside. */
export function isHeaderText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 200 && /^[!-~](?:[ -~]*[!-~])?$/.test(value)
}

/** An http or https URL without credentials, `null` for any other text. Code contains the normalized form of the URL. */
export function toHttpUrl(value: unknown): URL | null {
  if (typeof value !== 'string') return null
  const url = URL.parse(value.trim())
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : null
}

/** A URL in a form that every client sends unchanged: curl treats braces and brackets as patterns, other clients escape them. */
export function plainAddress(url: URL): string {
  const { origin, pathname, search } = url
  return origin + (pathname + search).replaceAll(/[{}[\]|\\^`"<> ]/g, (character) => encodeURIComponent(character))
}

/** An id as part of a URL path: each segment escaped, the slashes kept. `null` if it would lead elsewhere. */
export function pathOf(id: string): string | null {
  const segments = id.toWellFormed().split('/')
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) return null
  return segments.map((segment) => encodeURIComponent(segment).replaceAll('%3A', ':').replaceAll('%40', '@')).join('/')
}
