import type { WireOrgMembership, WireTokenGrants, WireUser, WireWhoami } from '@portolan/contract'
import type { Account, AccountAddresses, TokenGrants, UserActor } from '@portolan/hub'
import type { OrgRole } from '@portolan/contract'

/** Where an account's picture is: uploaded, or drawn by the hub from the name. */
export function avatarUrl(origin: string, name: string): string {
  return `${origin}/avatars/${encodeURIComponent(name)}`
}

/** What statements about an account name. */
export function accountAddresses(origin: string): AccountAddresses {
  return { issuer: origin, picture: (name) => avatarUrl(origin, name) }
}

/** An entry of followers, members or likers. Never has an e-mail address. */
export function toWireUser(origin: string, account: Account, isFollowing = false): WireUser {
  return {
    _id: account.uid,
    user: account.name,
    fullname: account.fullname,
    avatarUrl: avatarUrl(origin, account.name),
    isPro: false,
    type: account.kind,
    isFollowing,
    ...(account.isRobot ? { isRobot: true } : {}),
  }
}

export function toWireWhoami(
  origin: string,
  actor: UserActor,
  account: Account,
  orgs: readonly { org: Account; role: OrgRole }[],
): WireWhoami {
  const { token } = actor
  return {
    type: 'user',
    id: account.uid,
    name: account.name,
    fullname: account.fullname,
    email: token?.app?.scopes.includes('email') === false ? null : account.email,
    emailVerified: false,
    isPro: false,
    canPay: false,
    periodEnd: null,
    billingMode: 'prepaid',
    avatarUrl: avatarUrl(origin, account.name),
    orgs: orgs.map(({ org, role }) => toMembership(origin, org, role)),
    auth: {
      type: token?.app ? 'app_token_as_user' : 'access_token',
      ...(token?.app && token.expiresAt ? { expiresAt: token.expiresAt.toISOString() } : {}),
      accessToken: {
        displayName: token?.name ?? 'browser session',
        role: token?.role ?? 'write',
        ...(token ? { createdAt: token.createdAt.toISOString() } : {}),
        ...(token?.role === 'fineGrained' ? { fineGrained: toWireGrants(token) } : {}),
      },
    },
  }
}

/** What a fine-grained token may do. */
export function toWireGrants({ scopes, global, canReadGatedRepos }: TokenGrants): WireTokenGrants {
  return {
    scoped: scopes.map(({ entity: { uid, type, name }, permissions }) => ({ entity: { _id: uid, type, name }, permissions })),
    global,
    canReadGatedRepos,
  }
}

function toMembership(origin: string, org: Account, role: OrgRole): WireOrgMembership {
  return {
    type: 'org',
    id: org.uid,
    name: org.name,
    fullname: org.fullname,
    email: null,
    avatarUrl: avatarUrl(origin, org.name),
    canPay: false,
    periodEnd: null,
    isEnterprise: false,
    roleInOrg: role,
  }
}
