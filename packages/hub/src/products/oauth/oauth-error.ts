/** What the protocol calls a mistake (RFC 6749, 5.2; OpenID Connect Core, 3.1.2.6). These words are its stable codes. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'login_required'
  | 'consent_required'
  | 'request_not_supported'
  | 'request_uri_not_supported'

/** Said to the application, in the form that the protocol has for it. The message is a sentence for its developer. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly error: OAuthErrorCode

  constructor(error: OAuthErrorCode, description: string) {
    super(description)
    this.error = error
  }
}
