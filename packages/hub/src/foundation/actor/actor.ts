import type { OAuthScope, OrgRole, RepoType, TokenPermission, TokenRole } from '@portolan/contract'
import type { AccountUid } from '../../uid.ts'

/** The caller. Every service that reads or writes on someone's behalf takes one; there is no ambient user. */
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
  /** A program's account: it owns nothing itself. */
  readonly isRobot?: boolean
  /** Whether they may not write until they confirm their email address, as the hub requires. */
  readonly mustConfirmEmail?: boolean
  readonly orgs: readonly ActorOrg[]
  /** Ids of gated repos whose files the user was granted access to, individually or through an organization. */
  readonly grantedRepoIds: ReadonlySet<number>
  /** Set when the call was made with an access token; a browser session has all the rights of its user. */
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
  /** For an application's token: which application it is, and what its user allowed. */
  readonly app?: ActorApp
}

export interface ActorApp {
  readonly id: number
  readonly clientId: string
  readonly scopes: readonly OAuthScope[]
}

/** What a `fineGrained` token may do; ignored for the other kinds. */
export interface TokenGrants {
  readonly scopes: readonly TokenScope[]
  /** Permissions for everything the user has access to. */
  readonly global: readonly TokenPermission[]
  /** Whether it may read other people's gated repos that its user was granted access to. */
  readonly canReadGatedRepos: boolean
}

/** One grant of a fine-grained token: what it permits for a repo, or for an account and all of its repos. */
export interface TokenScope {
  readonly entity: TokenEntity
  readonly permissions: readonly TokenPermission[]
}

/** A grant follows its repo or account across renames, and ends with it: a later one with the same name is a different one. */
export interface TokenEntity {
  readonly type: RepoType | 'user' | 'org'
  /** Public id. */
  readonly uid: string
  /** Internal id. */
  readonly id: number
  /** Current name: `owner/name` for a repo. */
  readonly name: string
}

export const anonymous: AnonymousActor = { kind: 'anonymous' }
