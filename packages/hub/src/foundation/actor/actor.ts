import type { OAuthScope, OrgRole, RepoType, TokenPermission, TokenRole } from '@portolan/contract'
import type { AccountUid } from '../../uid.ts'

/** Who is calling. Every service that reads or writes for somebody takes one; there is no ambient user. */
export type Actor = AnonymousActor | UserActor

export interface AnonymousActor {
  readonly kind: 'anonymous'
}

export interface UserActor {
  readonly kind: 'user'
  readonly userId: number
  readonly uid: AccountUid
  readonly name: string
  readonly isAdmin: boolean
  /** The account of a program: it owns nothing of its own. */
  readonly isRobot?: boolean
  readonly orgs: readonly ActorOrg[]
  /** Ids of gated repos whose files the user was given, alone or with an organization. */
  readonly grantedRepoIds: ReadonlySet<number>
  /** Set when the call came with an access token; a browser session has all the rights of its user. */
  readonly token: ActorToken | null
  /** What the call came with; absent for work that nobody signed in for. */
  readonly credential?: Credential
}

/** Names a browser session or an access token by the hash of its secret, or an application's session by its uid. Says nothing of the secret. */
export type Credential = `session:${string}` | `token:${string}` | `app:${string}`

export interface ActorOrg {
  readonly orgId: number
  readonly uid: AccountUid
  readonly name: string
  readonly role: OrgRole
}

export interface ActorToken extends TokenGrants {
  readonly id: number
  readonly name: string
  readonly role: TokenRole
  readonly createdAt: Date
  readonly expiresAt: Date | null
  /** Of a token that an application was given: which one it is, and what its user allowed. */
  readonly app?: ActorApp
}

export interface ActorApp {
  readonly id: number
  readonly clientId: string
  readonly scopes: readonly OAuthScope[]
}

/** What a token of the kind `fineGrained` may do; of no account for the other kinds. */
export interface TokenGrants {
  readonly scopes: readonly TokenScope[]
  /** Permissions for whatever the user reaches. */
  readonly global: readonly TokenPermission[]
  /** May it have the files of other people's gated repos that its user was given? */
  readonly canReadGatedRepos: boolean
}

/** One grant of a fine-grained token: what may be done to which repo, or to an account and all of its repos. */
export interface TokenScope {
  readonly entity: TokenEntity
  readonly permissions: readonly TokenPermission[]
}

/** A grant follows its repo or account when that gets another name, and ends with it: a later one of the same name is another one. */
export interface TokenEntity {
  readonly type: RepoType | 'user' | 'org'
  /** Public id. */
  readonly uid: string
  /** Internal id. */
  readonly id: number
  /** As of now: `owner/name` of a repo. */
  readonly name: string
}

export const anonymous: AnonymousActor = { kind: 'anonymous' }
