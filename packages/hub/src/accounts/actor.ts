import type { OrgRole, TokenRole } from '@portolan/contract'

/** Who is calling. Every service that reads or writes for somebody takes one; there is no ambient user. */
export type Actor = AnonymousActor | UserActor

export interface AnonymousActor {
  readonly kind: 'anonymous'
}

export interface UserActor {
  readonly kind: 'user'
  readonly userId: number
  readonly uid: string
  readonly name: string
  readonly isAdmin: boolean
  readonly orgs: readonly ActorOrg[]
  /** Ids of gated repos whose files the user was given, alone or with an organisation. */
  readonly grantedRepoIds: ReadonlySet<number>
  /** Set when the call came with an access token; a browser session has all the rights of its user. */
  readonly token: ActorToken | null
}

export interface ActorOrg {
  readonly orgId: number
  readonly name: string
  readonly role: OrgRole
}

export interface ActorToken {
  readonly id: number
  readonly name: string
  readonly role: TokenRole
  readonly scopes: readonly TokenScope[]
  readonly createdAt: Date
  readonly expiresAt: Date | null
}

/** What a fine-grained token can be given. Wire spelling of `whoami-v2`; the last one is for accounts: calling models at their expense. */
export const tokenPermissions = ['repo.content.read', 'repo.write', 'discussion.write', 'inference.serverless.write'] as const
export type TokenPermission = (typeof tokenPermissions)[number]

/** One grant of a fine-grained token: what may be done to which repo, or to all repos of which account. */
export interface TokenScope {
  readonly entity: { readonly type: 'model' | 'dataset' | 'space' | 'user' | 'org'; readonly name: string }
  readonly permissions: readonly TokenPermission[]
}

export const anonymous: AnonymousActor = { kind: 'anonymous' }
