import { isOAuthScope, type OAuthScope, oauthScopes, oauthScopeTable } from '@portolan/contract'
import { OAuthError } from './oauth-error.ts'

/** The scopes of a list as it stands in requests, in the order of the table, each once. @throws {OAuthError} `invalid_scope` for one that nobody knows */
export function parseScopes(text: string): OAuthScope[] {
  const words = text.split(' ').filter((word) => word !== '')
  const unknown = words.find((word) => !isOAuthScope(word))
  if (unknown !== undefined) throw new OAuthError('invalid_scope', `This hub has no scope ${printable(unknown)}`)
  return inOrder(words as OAuthScope[])
}

/** What of a request is given: scopes that this hub has nothing for are left out. @throws {OAuthError} `invalid_scope` beyond what the app registered */
export function givenScopes(asked: readonly OAuthScope[], registered: readonly OAuthScope[]): OAuthScope[] {
  const here = asked.filter((scope) => oauthScopeTable[scope].isHere)
  const foreign = here.find((scope) => !registered.includes(scope))
  if (foreign !== undefined) throw new OAuthError('invalid_scope', `The application did not register the scope ${foreign}`)
  return here
}

/** Scopes as a column has them. */
export function storedScopes(text: string): OAuthScope[] {
  return text.split(' ').filter(isOAuthScope)
}

export function inOrder(scopes: readonly OAuthScope[]): OAuthScope[] {
  return oauthScopes.filter((scope) => scopes.includes(scope))
}

function printable(text: string): string {
  return text.replaceAll(/[^\x21-\x7e]/g, '?').slice(0, 60)
}
