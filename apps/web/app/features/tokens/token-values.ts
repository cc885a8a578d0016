import { permissionFits, type TokenPermission, tokenPermissions } from '@portolan/contract'

export const repoTypes = ['model', 'dataset', 'space'] as const
export type EntityType = (typeof repoTypes)[number] | 'user' | 'org'

/** The values of the token form. All of them survive a repository search through the page's query string. */
export interface TokenValues {
  readonly name: string
  readonly role: 'read' | 'write' | 'fineGrained'
  /** Days from now; `null` for never. */
  readonly days: number | null
  readonly scopes: readonly {
    readonly entity: { readonly type: EntityType; readonly name: string }
    readonly permissions: TokenPermission[]
  }[]
  readonly global: readonly TokenPermission[]
  readonly canReadGatedRepos: boolean
  /** The repository search query. */
  readonly q: string
}

/** Lifetimes to choose from, in days. */
export const lifetimes = [7, 30, 90, 365] as const

const entityPattern = /^(org|model|dataset|space):([\w.-]{1,96}(?:\/[\w.-]{1,96})?)$/

/**
 * Reads the form from a request body or a query string. Fields: `name`, `tokenType`, `expires` (days), `canReadGatedRepos`, `globalPermissions`,
 * `ownUserPermissions`, and `<type>:<name>` for all other scopes. Fields that also exist on the hub the clients were written for keep its names.
 * @param userName whose own account `ownUserPermissions` applies to
 */
export function readTokenValues(fields: FormData | URLSearchParams, userName: string): TokenValues {
  const text = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const permissions = (name: string, target: 'user' | 'org' | 'repo' | 'global') =>
    tokenPermissions.filter((permission) => permissionFits(permission, target) && fields.getAll(name).includes(permission))
  const scopes: TokenValues['scopes'][number][] = []
  const add = (type: EntityType, name: string, given: TokenPermission[]) => {
    if (given.length > 0) scopes.push({ entity: { type, name }, permissions: given })
  }
  add('user', userName, permissions('ownUserPermissions', 'user'))
  for (const key of new Set(fields.keys())) {
    const [, type, name] = entityPattern.exec(key) ?? []
    if (type === undefined || name === undefined) continue
    add(type as EntityType, name, permissions(key, type === 'org' ? 'org' : 'repo'))
  }
  const role = text('tokenType')
  return {
    name: text('name'),
    role: role === 'write' || role === 'fineGrained' ? role : 'read',
    days: lifetimes.find((days) => String(days) === text('expires')) ?? null,
    scopes,
    global: permissions('globalPermissions', 'global'),
    canReadGatedRepos: ['true', 'on'].includes(text('canReadGatedRepos')),
    q: text('q').slice(0, 100),
  }
}

/** Returns the name of an entity's checkboxes. */
export function fieldOf(entity: { type: EntityType; name: string }): string {
  return entity.type === 'user' ? 'ownUserPermissions' : `${entity.type}:${entity.name}`
}

/** Returns when a token created now expires. */
export function endOf(days: number | null, now: number): Date | null {
  return days === null ? null : new Date(now + days * 24 * 3600 * 1000)
}
