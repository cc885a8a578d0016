export {
  authenticateClient,
  type ClientCredentials,
  createOAuthApp,
  deleteOAuthApp,
  listOAuthApps,
  type OAuthApp,
  type OAuthAppInput,
  renewOAuthSecret,
  requireOwnApp,
  updateOAuthApp,
} from './apps.ts'
export { type Authorization, beginAuthorization, type ConsentView, decideAuthorization, type Visit } from './authorize.ts'
export { listOAuthGrants, type OAuthGrant, revokeOAuthGrant } from './grants.ts'
export { type AccountAddresses, idToken, userInfo } from './identity-claims.ts'
export { OAuthError, type OAuthErrorCode } from './oauth-error.ts'
export { idTokenAlgorithm, publicKeys } from './signing-keys.ts'
export { spaceSignIn, type SpaceSignIn } from './space-apps.ts'
export { accessTokenSeconds, exchangeCode, type OAuthTokens, pruneOAuth, refreshTokens, revokeOAuthToken } from './tokens.ts'
