/** The scope of a fine-grained token's permission: a user, an organization, one repo, or everything its user can reach. */
export const tokenTargets = ['user', 'org', 'repo', 'global'] as const
export type TokenTarget = (typeof tokenTargets)[number]

interface PermissionEntry {
  /** The heading that it is listed under on pages. */
  readonly group: string
  /** What it allows, completing the sentence "The token may …". */
  readonly label: string
  readonly targets: readonly TokenTarget[]
}

const account = ['user', 'org'] as const
const repos = ['user', 'org', 'repo'] as const

/** The permissions a fine-grained token can have, spelled as in `whoami-v2`. */
export const tokenPermissionTable = {
  'repo.content.read': { group: 'Repositories', label: 'read private repositories, and the files of gated ones', targets: repos },
  'repo.write': { group: 'Repositories', label: 'make, change and delete repositories and their contents', targets: repos },
  'repo.access.read': { group: 'Repositories', label: 'see who asks for gated files', targets: repos },
  'repo.access.write': { group: 'Repositories', label: 'decide who has gated files', targets: repos },
  'discussion.write': {
    group: 'Discussions',
    label: 'open and answer discussions and pull requests',
    targets: ['user', 'org', 'repo', 'global'],
  },
  'collection.read': { group: 'Collections', label: 'read private collections', targets: account },
  'collection.write': { group: 'Collections', label: 'make, change and delete collections', targets: account },
  'inference.serverless.write': {
    group: 'Models',
    label: 'call models at the expense of the account',
    targets: ['user', 'org', 'global'],
  },
  'user.webhooks.read': { group: 'Webhooks', label: 'read webhooks and their deliveries', targets: ['user'] },
  'user.webhooks.write': { group: 'Webhooks', label: 'make, change and delete webhooks', targets: ['user'] },
  'user.notifications.read': { group: 'Notifications', label: 'read notifications', targets: ['user'] },
  'user.notifications.write': { group: 'Notifications', label: 'mark notifications, watch and mute', targets: ['user'] },
  'user.social.likes.write': { group: 'Likes', label: 'like repositories', targets: ['user'] },
  'org.read': { group: 'Organization', label: 'read its settings and its storage', targets: ['org'] },
  'org.write': { group: 'Organization', label: 'change its settings and its members', targets: ['org'] },
  'org.serviceAccounts.read': { group: 'Organization', label: 'list its service accounts and their tokens', targets: ['org'] },
  'org.serviceAccounts.write': {
    group: 'Organization',
    label: 'create service accounts and tokens for them: that is, hand out all that they may do',
    targets: ['org'],
  },
} as const satisfies Record<string, PermissionEntry>

export type TokenPermission = keyof typeof tokenPermissionTable

export const tokenPermissions = Object.keys(tokenPermissionTable) as [TokenPermission, ...TokenPermission[]]

/** Whether the permission can be granted for this kind of entity. */
export function permissionFits(permission: TokenPermission, target: TokenTarget): boolean {
  const { targets }: PermissionEntry = tokenPermissionTable[permission]
  return targets.includes(target)
}

/** The permissions implied by a permission: write access implies read access. */
const included: Partial<Record<TokenPermission, readonly TokenPermission[]>> = {
  'repo.write': ['repo.content.read', 'discussion.write'],
  'repo.access.write': ['repo.access.read'],
  'collection.write': ['collection.read'],
  'user.webhooks.write': ['user.webhooks.read'],
  'user.notifications.write': ['user.notifications.read'],
  'org.write': ['org.read'],
  'org.serviceAccounts.write': ['org.serviceAccounts.read'],
}

/** True if `given` covers `needed`. */
export function permissionCovers(given: TokenPermission, needed: TokenPermission): boolean {
  return given === needed || included[given]?.includes(needed) === true
}

/** What a token of kind `read` may do: read, and call models. */
export function isReading(permission: TokenPermission): boolean {
  return permission.endsWith('.read') || permission === 'inference.serverless.write'
}

/** Limits per token. */
export const tokenLimits = { name: 100, scopes: 100, perAccount: 200 } as const
