import type { OrgRole } from '@portolan/contract'

/** A person's identity, as stated by an identity provider that the hub trusts and verified by the server. */
export interface Identity {
  readonly issuer: string
  /** Stable at this issuer; names and addresses are not. */
  readonly subject: string
  readonly email: string | null
  /** Only a literal `true` from the provider counts. */
  readonly emailVerified: boolean
  readonly username: string | null
  readonly fullname: string | null
  readonly groups: readonly string[]
}

/** The operator's rules for people who sign in through the identity provider. */
export interface IdentityRules {
  /** Allowed mail domains, in lower case; empty: any. Only verified addresses count. */
  readonly domains: readonly string[]
  /** Membership in one of these groups is required; empty: no requirement. */
  readonly groups: readonly string[]
  /** Whether new people get an account. */
  readonly createsAccounts: boolean
  /** Members of a group have this role in this organization for as long as they are in the group. */
  readonly orgRoles: readonly { readonly group: string; readonly org: string; readonly role: OrgRole }[]
}
