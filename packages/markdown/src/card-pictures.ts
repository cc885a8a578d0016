import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Element, ElementContent, Properties, Root } from 'hast'
import { element } from './card-tree.ts'

/** How pictures of other hosts get into a card. Without rules, browsers load them from there. */
export interface PictureRules {
  /** `proxy`: through the hub, so that nobody learns who looks at the card; `direct`: from their host; `off`: as links. */
  readonly mode: 'proxy' | 'direct' | 'off'
  /** Signs addresses; only for `proxy`. Text, so that it can be sent to a thread. */
  readonly key: string
  /** Scheme, host and port of this hub, whose pictures stay as they are; `null` when unknown. */
  readonly origin: string | null
}

/** Pictures of other hosts in one card; further ones are links. */
const maxPictures = 500
const maxUrl = 2_000

/** The path where the hub serves a picture of another host. Only addresses from cards are signed: the hub is no open proxy. */
export function picturePath(key: string, url: string): string {
  return `/api/pictures/${signature(key, url).toString('base64url')}/${Buffer.from(url).toString('base64url')}`
}

/** The address that {@link picturePath} signed, from the last two segments of its path; `null` for anything else. */
export function pictureUrl(key: string, given: string, encoded: string): string | null {
  const url = Buffer.from(encoded, 'base64url').toString('utf8')
  const [expected, received] = [signature(key, url), Buffer.from(given, 'base64url')]
  return received.length === expected.length && timingSafeEqual(received, expected) ? url : null
}

function signature(key: string, url: string): Buffer {
  return createHmac('sha256', key).update(url).digest().subarray(0, 18)
}

/** Applies the rules to pictures, and makes links of videos and sounds of other hosts. Expects resolved addresses. */
export function replacePictures(rules: PictureRules) {
  return (tree: Root): void => {
    if (rules.mode === 'direct') return
    let left = rules.mode === 'proxy' ? maxPictures : 0
    /** The address to load instead; `null` for none. */
    const replaced = (url: string): string | null => {
      const target = foreignUrl(url, rules.origin)
      if (target === null) return url
      if (left <= 0 || target.length > maxUrl) return null
      left--
      return picturePath(rules.key, target)
    }
    walk(tree, false, (node, isInLink) => {
      const { properties, tagName } = node
      if (properties['srcSet'] !== undefined) replaceSrcSet(properties, replaced)
      if (typeof properties['poster'] === 'string') setOrDelete(properties, 'poster', replaced(properties['poster']))
      if (tagName === 'video' || tagName === 'audio') {
        const found = sourcesOf(node).find((url) => foreignUrl(url, rules.origin) !== null)
        return found === undefined ? null : [linkTo(found, tagName === 'video' ? 'Video' : 'Sound', isInLink, rules.origin)]
      }
      if (typeof properties['src'] !== 'string') return null
      const { src } = properties
      const url = replaced(src)
      if (url === null && tagName === 'img') return [linkTo(src, String(properties['alt'] ?? '') || 'Picture', isInLink, rules.origin)]
      setOrDelete(properties, 'src', url)
      return null
    })
  }
}

/** The absolute address, when it is on another host. */
function foreignUrl(url: string, origin: string | null): string | null {
  // Browsers drop these anywhere in an address.
  const plain = url.replaceAll(/[\t\n\r]/g, '').trim()
  if (!/^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(plain)) return null
  const base = origin ?? 'https://hub.invalid'
  if (!URL.canParse(plain, base)) return null
  const { href, origin: target, protocol } = new URL(plain, base)
  return target === origin || (protocol !== 'http:' && protocol !== 'https:') ? null : href
}

function sourcesOf(node: Element): string[] {
  const own = [node.properties['src']]
  for (const child of node.children) if (child.type === 'element') own.push(...sourcesOf(child))
  return own.filter((url): url is string => typeof url === 'string')
}

function linkTo(url: string, label: string, isInLink: boolean, origin: string | null): Element {
  const href = foreignUrl(url, origin) ?? url
  const host = URL.canParse(href) ? new URL(href).host : ''
  const text: ElementContent = { type: 'text', value: host === '' ? label : `${label} (${host})` }
  return isInLink ? element('span', {}, [text]) : element('a', { href, rel: ['nofollow', 'noopener', 'ugc'] }, [text])
}

function replaceSrcSet(properties: Properties, replaced: (url: string) => string | null): void {
  const value = properties['srcSet']
  const candidates = (Array.isArray(value) ? value.join(', ') : String(value)).split(', ').flatMap((candidate) => {
    const [url = '', ...rest] = candidate.split(' ')
    const other = replaced(url)
    return other === null ? [] : [[other, ...rest].join(' ')]
  })
  setOrDelete(properties, 'srcSet', candidates.length === 0 ? null : candidates.join(', '))
}

function setOrDelete(properties: Properties, name: string, value: string | null): void {
  if (value === null) delete properties[name]
  else properties[name] = value
}

/** Visits every element; what the visitor returns replaces it. */
function walk(node: Root | Element, isInLink: boolean, visit: (element: Element, isInLink: boolean) => ElementContent[] | null): void {
  node.children = (node.children as ElementContent[]).flatMap((child) => {
    if (child.type !== 'element') return [child]
    const others = visit(child, isInLink)
    if (others !== null) return others
    walk(child, isInLink || child.tagName === 'a', visit)
    return [child]
  })
}
