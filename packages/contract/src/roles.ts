/** Organization roles, weakest first: see private repos; create and write own repos; write all; manage members too. */
export const orgRoles = ['read', 'contributor', 'write', 'admin'] as const
export type OrgRole = (typeof orgRoles)[number]

/** Kinds of access token. Wire spelling of `whoami-v2`. */
export const tokenRoles = ['read', 'write', 'fineGrained'] as const
export type TokenRole = (typeof tokenRoles)[number]

/** True if `have` includes everything that `need` allows. */
export function roleAtLeast(have: OrgRole, need: OrgRole): boolean {
  return orgRoles.indexOf(have) >= orgRoles.indexOf(need)
}
