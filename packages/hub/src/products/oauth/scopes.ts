import { isOAuthScope, type OAuthScope, oauthScopes, oauthScopeTable } from '@portolan/contract'
import { OAuthError } from './oauth-error.ts'

/** Parses a list of scopes from a request, in the order of the table, without duplicates. @throws {OAuthError} `invalid_scope` for an unknown one */
export function parseScopes(text: string): OAuthScope[] {
  const words = text.split(' ').filter((word) => word !== '')
  const unknown = words.find((word) => !isOAuthScope(word))
  if (unknown !== undefined) throw new OAuthError('invalid_scope', `This hub has no scope ${printable(unknown)}`)
  return inOrder(words as OAuthScope[])
}

/** The scopes to grant: those this hub does not support are left out. @throws {OAuthError} `invalid_scope` beyond what the app registered */
export function givenScopes(asked: readonly OAuthScope[], registered: readonly OAuthScope[]): OAuthScope[] {
  const here = asked.filter((scope) => oauthScopeTable[scope].isHere)
  const foreign = here.find((scope) => !registered.includes(scope))
  if (foreign !== undefined) throw new OAuthError('invalid_scope', `The application did not register the scope ${foreign}`)
  return here
}

/** Parses scopes from a column. */
export function storedScopes(text: string): OAuthScope[] {
  return text.split(' ').filter(isOAuthScope)
}

export function inOrder(scopes: readonly OAuthScope[]): OAuthScope[] {
  return oauthScopes.filter((scope) => scopes.includes(scope))
}

function printable(text: string): string {
  return text.replaceAll(/[^\x21-\x7e]/g, '?').slice(0, 60)
}
