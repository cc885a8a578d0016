/** A user or an organization in lists. */
export interface WireUser {
  readonly _id: string
  readonly user: string
  readonly fullname: string
  readonly avatarUrl: string
  readonly isPro: boolean
  readonly type: 'user' | 'org'
  readonly isFollowing: boolean
  /** Only on accounts that belong to programs. */
  readonly isRobot?: boolean
}

/** Response of `whoami-v2` (section 1.1). Versions up to about 1.10 read `displayName` and `role` without checking that they exist. */
export interface WireWhoami {
  readonly type: 'user'
  readonly id: string
  readonly name: string
  readonly fullname: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly isPro: boolean
  readonly canPay: boolean
  readonly periodEnd: number | null
  readonly billingMode: 'prepaid' | 'postpaid'
  readonly avatarUrl: string
  readonly orgs: readonly WireOrgMembership[]
  readonly auth: {
    /** The second form is issued to an application and expires. */
    readonly type: 'access_token' | 'app_token_as_user'
    readonly expiresAt?: string
    readonly accessToken: {
      readonly displayName: string
      readonly role: 'read' | 'write' | 'fineGrained'
      readonly createdAt?: string
      readonly fineGrained?: WireTokenGrants
    }
  }
}

/** Permissions of a fine-grained token. */
export interface WireTokenGrants {
  readonly scoped: readonly {
    readonly entity: { readonly _id: string; readonly type: 'model' | 'dataset' | 'space' | 'user' | 'org'; readonly name: string }
    readonly permissions: readonly string[]
  }[]
  readonly global: readonly string[]
  readonly canReadGatedRepos: boolean
}

export interface WireOrgMembership {
  readonly type: 'org'
  readonly id: string
  readonly name: string
  readonly fullname: string
  readonly email: null
  readonly avatarUrl: string
  readonly canPay: boolean
  readonly periodEnd: null
  readonly isEnterprise: boolean
  readonly roleInOrg: 'read' | 'contributor' | 'write' | 'admin'
}

/** A line of `hf repos ls` (section 6.6). */
export interface WireRepoStorage {
  readonly id: string
  readonly type: 'model' | 'dataset' | 'space'
  readonly updatedAt: string
  readonly visibility: 'public' | 'private'
  /** Bytes. */
  readonly storage: number
  /** Share of the storage used by all repos of the account. */
  readonly storagePercent: number
}
