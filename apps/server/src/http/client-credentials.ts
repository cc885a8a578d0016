import { type ClientCredentials, OAuthError } from '@portolan/hub'
import type { Context } from 'hono'
import type { Env } from '../env.ts'

/**
 * The credentials an OAuth client sends (RFC 6749, 2.3.1): `client_secret_basic`, `client_secret_post`, or its id alone.
 * @throws {OAuthError} `invalid_request` when more than one method is used at once
 */
export function clientCredentials(c: Context<Env>, form: URLSearchParams): ClientCredentials {
  const id = form.get('client_id') || null
  const secret = form.get('client_secret')
  const [, encoded] = /^basic\s+([A-Za-z0-9+/=_-]+)$/i.exec(c.req.header('authorization')?.trim() ?? '') ?? []
  if (encoded === undefined) return { clientId: id, secret }
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  if (colon < 1) throw new OAuthError('invalid_request', 'The Authorization header is malformed')
  const basicId = formDecoded(decoded.slice(0, colon))
  if (secret !== null || (id !== null && id !== basicId))
    throw new OAuthError('invalid_request', 'The client must authenticate either in the Authorization header or in the form, not in both')
  return { clientId: basicId, secret: formDecoded(decoded.slice(colon + 1)) }
}

/** Decodes one part of the credentials: both parts are form-encoded before they are joined. */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
