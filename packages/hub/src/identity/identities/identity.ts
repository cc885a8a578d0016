import type { OrgRole } from '@portolan/contract'

/** Who somebody is, as an identity provider that the hub trusts has said and the server has checked. */
export interface Identity {
  readonly issuer: string
  /** Stable at this issuer; names and addresses are not. */
  readonly subject: string
  readonly email: string | null
  /** Only a plain `true` of the provider counts. */
  readonly emailVerified: boolean
  readonly username: string | null
  readonly fullname: string | null
  readonly groups: readonly string[]
}

/** What the operator decided about people who come from the identity provider. */
export interface IdentityRules {
  /** Mail domains, lower case; empty: any. Only verified addresses count. */
  readonly domains: readonly string[]
  /** One of these groups lets in; empty: any or none. */
  readonly groups: readonly string[]
  /** Whether somebody new gets an account. */
  readonly createsAccounts: boolean
  /** Members of a group have this role in this organization, as long as they are in the group. */
  readonly orgRoles: readonly { readonly group: string; readonly org: string; readonly role: OrgRole }[]
}
