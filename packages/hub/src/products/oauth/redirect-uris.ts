import { HubError, limits } from '@portolan/contract'
import type { Hub } from '../../hub.ts'

const invalid = (message: string) => new HubError('body.invalid', { message, field: 'redirectUris' })
/** Maximum characters of a Space's address. */
const maxSiteUri = 2_000
/** Reversed host names, as in RFC 8252 (7.1): the dot excludes `javascript:` and the like. */
const privateScheme = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/

/**
 * Validates the redirect URIs of an app. They are later compared character by character, so they are stored as given.
 * @param isPublic whether the app is a public client: only those run on people's own devices, with their own schemes
 * @throws {HubError} `body.invalid` (field `redirectUris`)
 */
export function checkRedirectUris(hub: Hub, uris: readonly string[], isPublic: boolean): readonly string[] {
  const list = [...new Set(uris.map((uri) => uri.trim()).filter((uri) => uri !== ''))]
  if (list.length === 0) throw invalid('An application must have at least one redirect URI')
  if (list.length > limits.oauthRedirectUris) throw invalid(`An application can have at most ${limits.oauthRedirectUris} redirect URIs`)
  for (const uri of list) {
    const problem = problemOf(hub, uri, isPublic)
    if (problem !== null) throw invalid(`${uri.slice(0, 100)}: ${problem}`)
  }
  return list
}

function problemOf(hub: Hub, uri: string, isPublic: boolean): string | null {
  if (uri.length > limits.oauthRedirectUri) return `longer than ${limits.oauthRedirectUri} characters`
  if (!/^[\x21-\x7e]+$/.test(uri) || !URL.canParse(uri)) return 'not a valid URI'
  const url = new URL(uri)
  if (uri.includes('#')) return 'must not have a fragment (#)'
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
  if (/[*\\]/.test(uri)) return 'must not contain wildcards or backslashes, because it is compared literally'
  if (url.protocol === 'https:') return null
  if (url.protocol === 'http:') {
    // Without TLS, a code can be intercepted. A hub that has none itself does not require it from others.
    if (isLoopback(url) || hub.config.publicUrl?.startsWith('https:') !== true) return null
    return 'http is allowed only for your own machine (127.0.0.1, [::1], localhost); use https'
  }
  if (!privateScheme.test(url.protocol)) return 'must start with https://, http://127.0.0.1, or a scheme such as org.example.app:'
  return isPublic ? null : 'custom schemes are allowed only for applications without a secret'
}

/**
 * Matches exactly one of the registered URIs; on the user's own machine any port is allowed, because programs there use a free one
 * (RFC 8252, 7.3).
 */
export function isRegistered(registered: readonly string[], uri: string): boolean {
  if (registered.includes(uri)) return true
  const asked = loopbackWithoutPort(uri)
  return asked !== null && registered.some((each) => loopbackWithoutPort(each) === asked)
}

/** Any address of a site with its own origin. */
export function isBelow(origin: string, uri: string): boolean {
  if (uri.length > maxSiteUri || !/^[\x21-\x7e]+$/.test(uri) || uri.includes('#') || uri.includes('\\') || !URL.canParse(uri)) return false
  const url = new URL(uri)
  return url.origin === new URL(origin).origin && url.username === '' && url.password === ''
}

/** True for addresses any program on the user's machine could listen on: the user has to confirm these each time. */
export function isOnDevice(uri: string): boolean {
  const url = new URL(uri)
  return url.protocol !== 'https:' && (url.protocol !== 'http:' || isLoopback(url))
}

/** `uri` with the response parameters added. One without a path gets the slash that it means: clients compare the response as an address. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(parameters).flatMap(([name, value]) => (value === null ? [] : [[name, value] as [string, string]]))
  const target = uri.replace(/^(https?:\/\/[^/?]+)(?=\?|$)/i, '$1/')
  return `${target}${target.includes('?') ? (/[?&]$/.test(target) ? '' : '&') : '?'}${new URLSearchParams(given).toString()}`
}

function isLoopback(url: URL): boolean {
  return url.hostname === '127.0.0.1' || url.hostname === '[::1]' || url.hostname === 'localhost'
}

/** Character by character, except for the port: nothing is normalized, so nothing else can come to look the same. */
function loopbackWithoutPort(uri: string): string | null {
  const [, host, rest] = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?((?:[/?].*)?)$/.exec(uri) ?? []
  return host === undefined || !URL.canParse(uri) ? null : `${host}${rest}`
}
