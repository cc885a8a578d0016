import type { Element, Root } from 'hast'
import { eachElement } from './card-tree.ts'
import { idPrefix } from './card-schema.ts'
import type { CardBases } from './card-pipeline.ts'

/** Links in cards are not ours: no reputation, no `window.opener`. `ugc` marks them as user-generated content. */
const foreign = ['nofollow', 'noopener', 'ugc']

/** Resolves relative links and media against the repo and in-page links against the prefixed ids, and marks links that leave the hub. */
export function resolveLinks(bases: CardBases) {
  return (tree: Root): void => {
    const ids = new Set<string>()
    eachElement(tree, ({ properties }) => {
      for (const id of [properties['id'], properties['name']]) if (typeof id === 'string') ids.add(id)
    })
    eachElement(tree, (element) => {
      const { properties } = element
      if (typeof properties['href'] === 'string') resolveHref(element, properties['href'], bases.linkBase, ids)
      for (const key of ['src', 'poster']) {
        const value = properties[key]
        if (typeof value !== 'string') continue
        const url = resolveUrl(value, bases.rawBase)
        // An empty source would load the page again.
        if (url === '') delete properties[key]
        else properties[key] = url
      }
      const candidates = properties['srcSet']
      if (candidates !== undefined && candidates !== null) {
        const resolved = resolveSrcSet(Array.isArray(candidates) ? candidates.join(', ') : String(candidates), bases.rawBase)
        if (resolved === '') delete properties['srcSet']
        else properties['srcSet'] = resolved
      }
    })
  }
}

function resolveHref(element: Element, href: string, base: string, ids: ReadonlySet<string>): void {
  if (href.startsWith('#')) {
    const id = targetOf(href.slice(1), ids)
    if (id !== null) element.properties['href'] = `#${encodeURIComponent(id)}`
    return
  }
  element.properties['href'] = resolveUrl(href, base)
  if (leaves(href)) element.properties['rel'] = [...foreign]
}

/** The id an in-page link refers to: authors write `#usage`, but the heading's id is prefixed. */
function targetOf(fragment: string, ids: ReadonlySet<string>): string | null {
  let name = fragment
  try {
    name = decodeURIComponent(fragment)
  } catch {
    // A stray percent sign: the fragment is used literally.
  }
  return [`${idPrefix}${name}`, name, `${idPrefix}${name.toLowerCase()}`].find((id) => ids.has(id)) ?? null
}

/** Browsers ignore tabs and line breaks anywhere in a URL, and treat `\` as `/`. */
function leaves(url: string): boolean {
  const plain = url.replaceAll(/[\t\n\r]/g, '').trim()
  return /^[a-z][a-z0-9+.-]*:/i.test(plain) || /^[\\/]{2}/.test(plain)
}

/** A URL of a card, resolved for the page. Absolute URLs and those relative to the hub's root stay unchanged. */
export function resolveUrl(url: string, base: string): string {
  const trimmed = url.trim()
  if (trimmed === '' || trimmed.startsWith('/') || trimmed.startsWith('\\') || leaves(trimmed)) return trimmed
  const hub = 'http://hub.invalid'
  try {
    const resolved = new URL(trimmed, new URL(base.endsWith('/') ? base : `${base}/`, hub))
    return resolved.origin === hub ? `${resolved.pathname}${resolved.search}${resolved.hash}` : resolved.href
  } catch {
    return trimmed
  }
}

/** `a.png 1x, b.png 2x`; candidates with schemes other than http are dropped (sanitizing does not check this attribute). */
function resolveSrcSet(value: string, base: string): string {
  return value
    .split(/,\s+|,$/)
    .slice(0, 20)
    .flatMap((candidate) => {
      const [url = '', ...descriptor] = candidate.trim().split(/\s+/)
      const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase()
      if (url === '' || (scheme !== undefined && scheme !== 'http' && scheme !== 'https')) return []
      return [[resolveUrl(url, base), ...descriptor.filter((part) => /^\d+(?:\.\d+)?[wx]$/.test(part))].join(' ')]
    })
    .join(', ')
}
