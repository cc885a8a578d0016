import { givenOAuthScopes } from '@portolan/contract'
import { type Hub, idTokenAlgorithm } from '@portolan/hub'
import { type Context, Hono } from 'hono'
import type { Env } from '../env.ts'
import { deviceGrant } from './oauth.ts'

/** The discovery document for programs that sign users in with this hub (OpenID Connect Discovery, 4; RFC 8414). */
export function wellKnownRoutes(_hub: Hub): Hono<Env> {
  return new Hono<Env>().get('/.well-known/openid-configuration', describe).get('/.well-known/oauth-authorization-server', describe)
}

function describe(c: Context<Env>): Response {
  const issuer = c.var.origin
  c.header('Cache-Control', 'public, max-age=300')
  return c.json({
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    jwks_uri: `${issuer}/oauth/jwks`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    device_authorization_endpoint: `${issuer}/oauth/device`,
    scopes_supported: givenOAuthScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', deviceGrant],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [idTokenAlgorithm],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256'],
    prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
    claims_supported: ['sub', 'name', 'preferred_username', 'profile', 'picture', 'website', 'email', 'email_verified', 'orgs', 'groups'],
    authorization_response_iss_parameter_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  })
}
