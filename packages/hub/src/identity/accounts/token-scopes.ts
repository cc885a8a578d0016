import {
  HubError,
  parseRepoName,
  permissionFits,
  type RepoType,
  tokenLimits,
  type TokenPermission,
  tokenPermissions,
} from '@portolan/contract'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Reader } from '../../foundation/db/db.ts'
import type { AccessTokenTable } from '../../foundation/db/schema.ts'
import { isPublic, visibility } from '../../foundation/db/visibility.ts'
import type { TokenEntity, TokenGrants, TokenScope, UserActor } from '../../foundation/actor/index.ts'

const entityTypes = ['model', 'dataset', 'space', 'user', 'org'] as const
const permissionSchema = z.enum(tokenPermissions)
const storedSchema = z.array(
  z.object({ entity: z.object({ type: z.enum(entityTypes), uid: z.string() }), permissions: z.array(permissionSchema) }),
)
const inputSchema = z
  .array(
    z.object({
      entity: z.object({ type: z.enum(entityTypes), name: z.string().min(1).max(200) }),
      permissions: z.array(permissionSchema).min(1).max(tokenPermissions.length),
    }),
  )
  .max(tokenLimits.scopes)
const globalSchema = z.array(permissionSchema).max(tokenPermissions.length)

/** Requested permissions of a fine-grained token: by name, untrusted. */
export interface TokenGrantsInput {
  readonly scopes?: readonly {
    readonly entity: { readonly type: RepoType | 'user' | 'org'; readonly name: string }
    readonly permissions: readonly TokenPermission[]
  }[]
  readonly global?: readonly TokenPermission[]
  readonly canReadGatedRepos?: boolean
}

/**
 * Resolves the names, merges duplicate grants, and rejects permissions that do not apply.
 * @param limitedTo who is creating the token: as everywhere, other people's accounts and private repos do not exist for them
 * @throws {HubError} `body.invalid` (details: `field`)
 */
export async function resolveGrants(db: Reader, input: TokenGrantsInput, limitedTo: UserActor | null = null): Promise<TokenGrants> {
  const scopes = inputSchema.safeParse(input.scopes ?? [])
  const global = globalSchema.safeParse(input.global ?? [])
  if (!scopes.success || !global.success)
    throw new HubError('body.invalid', { message: 'The permissions of the token are malformed', field: 'scopes' })
  const unfit = (permission: string, type: string) =>
    new HubError('body.invalid', { message: `A token cannot have ${permission} for ${type}`, field: 'scopes' })
  for (const permission of global.data) if (!permissionFits(permission, 'global')) throw unfit(permission, 'everything')
  const resolved = new Map<string, { entity: TokenEntity; permissions: Set<TokenPermission> }>()
  for (const { entity, permissions } of scopes.data) {
    const target = entity.type === 'user' || entity.type === 'org' ? entity.type : 'repo'
    for (const permission of permissions) if (!permissionFits(permission, target)) throw unfit(permission, `a ${entity.type}`)
    const found = await findEntity(db, entity.type, entity.name)
    if (!found || (limitedTo !== null && !mayName(limitedTo, found)))
      throw new HubError('body.invalid', { message: `There is no ${entity.type} named ${entity.name}`, field: 'scopes' })
    const { type, uid, id, name } = found
    const one = resolved.get(uid) ?? { entity: { type, uid, id, name }, permissions: new Set() }
    for (const permission of permissions) one.permissions.add(permission)
    resolved.set(uid, one)
  }
  return {
    scopes: [...resolved.values()].map(({ entity, permissions }) => ({ entity, permissions: [...permissions] })),
    global: [...new Set(global.data)],
    canReadGatedRepos: input.canReadGatedRepos ?? false,
  }
}

/** The columns that contain grants. */
export function grantColumns(grants: TokenGrants): Pick<Selectable<AccessTokenTable>, 'scopes' | 'global_permissions' | 'reads_gated'> {
  return {
    scopes: JSON.stringify(grants.scopes.map(({ entity: { type, uid }, permissions }) => ({ entity: { type, uid }, permissions }))),
    global_permissions: JSON.stringify(grants.global),
    reads_gated: grants.canReadGatedRepos ? 1 : 0,
  }
}

/** Tokens' permissions, in row order, with current names; entities that are gone are left out. */
export async function readGrants(
  db: Reader,
  rows: readonly Pick<Selectable<AccessTokenTable>, 'scopes' | 'global_permissions' | 'reads_gated'>[],
): Promise<TokenGrants[]> {
  const stored = rows.map((row) => storedSchema.parse(JSON.parse(row.scopes)))
  const entities = await entitiesByUid(db, new Set(stored.flat().map(({ entity }) => entity.uid)))
  return rows.map((row, at) => ({
    scopes: (stored[at] ?? []).flatMap(({ entity, permissions }): TokenScope[] => {
      const found = entities.get(entity.uid)
      return found ? [{ entity: found, permissions }] : []
    }),
    global: globalSchema.parse(JSON.parse(row.global_permissions)),
    canReadGatedRepos: row.reads_gated === 1,
  }))
}

const repoKinds: readonly RepoType[] = ['model', 'dataset', 'space']
/** Maximum values in one query. */
const batch = 400

async function entitiesByUid(db: Reader, uids: ReadonlySet<string>): Promise<Map<string, TokenEntity>> {
  const found = new Map<string, TokenEntity>()
  const all = [...uids]
  for (let at = 0; at < all.length; at += batch) {
    const some = all.slice(at, at + batch)
    for (const { id, uid, kind, name } of await db
      .selectFrom('account')
      .select(['id', 'uid', 'kind', 'name'])
      .where('uid', 'in', some)
      .execute())
      found.set(uid, { type: kind, uid, id, name })
    const repos = await db
      .selectFrom('repo')
      .select(['id', 'uid', 'kind', 'owner', 'name'])
      .where('uid', 'in', some)
      .where('vis', '<', visibility.deleted)
      .execute()
    for (const { id, uid, kind, owner, name } of repos)
      found.set(uid, { type: repoKinds[kind] ?? 'model', uid, id, name: `${owner}/${name}` })
  }
  return found
}

/** An entity, with the data that decides who may reference it. */
interface FoundEntity extends TokenEntity {
  readonly ownerId: number
  readonly isPublic: boolean
}

/** The user's own account and organizations, and repos they can see. */
function mayName(user: UserActor, { type, ownerId, isPublic }: FoundEntity): boolean {
  if (ownerId === user.userId || user.orgs.some(({ orgId }) => orgId === ownerId)) return true
  return type !== 'user' && type !== 'org' && (isPublic || user.isAdmin)
}

async function findEntity(db: Reader, type: RepoType | 'user' | 'org', name: string): Promise<FoundEntity | null> {
  if (type === 'user' || type === 'org') {
    const row = await db
      .selectFrom('account')
      .select(['id', 'uid', 'name'])
      .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', name.toLowerCase()))
      .where('kind', '=', type)
      .executeTakeFirst()
    return row ? { type, uid: row.uid, id: row.id, name: row.name, ownerId: row.id, isPublic: false } : null
  }
  const parsed = parseRepoName(name)
  if (!parsed) return null
  const row = await db
    .selectFrom('repo')
    .select(['id', 'uid', 'owner', 'name', 'owner_id', 'vis'])
    .where('kind', '=', repoKinds.indexOf(type))
    .where((eb) => eb(eb.fn<string>('lower', ['owner']), '=', parsed.owner.toLowerCase()))
    .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', parsed.name.toLowerCase()))
    .where('vis', '<', visibility.deleted)
    .executeTakeFirst()
  return row
    ? { type, uid: row.uid, id: row.id, name: `${row.owner}/${row.name}`, ownerId: row.owner_id, isPublic: isPublic(row.vis) }
    : null
}
