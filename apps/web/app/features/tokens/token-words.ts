import { type TokenPermission, tokenPermissionTable } from '@portolan/contract'
import type { EntityType } from './token-values.ts'

interface Grants {
  role: 'read' | 'write' | 'fineGrained'
  scopes: readonly { entity: { type: EntityType; name: string }; permissions: readonly TokenPermission[] }[]
  global: readonly TokenPermission[]
  canReadGatedRepos: boolean
}

/** Describes a token's permissions in words, grouped by scope. */
export function tokenWords({ role, scopes, global, canReadGatedRepos }: Grants): { where: string; deeds: string[] }[] {
  if (role === 'write') return [{ where: 'Everywhere', deeds: ['full access, except creating tokens'] }]
  if (role === 'read') return [{ where: 'Everywhere', deeds: ['read all that its user may', 'call models'] }]
  const everywhere = [...(canReadGatedRepos ? [gatedDeed] : []), ...global.map((permission) => tokenPermissionTable[permission].label)]
  const words = scopes.map(({ entity, permissions }) => ({
    where: whereOf(entity),
    deeds: permissions.map((permission) => tokenPermissionTable[permission].label as string),
  }))
  if (everywhere.length > 0) words.push({ where: 'Everywhere', deeds: everywhere })
  return words.length > 0 ? words : [{ where: 'Everywhere', deeds: ['read what is public'] }]
}

export const gatedDeed = 'have the files of public gated repositories to which its user was given access'

function whereOf({ type, name }: { type: EntityType; name: string }): string {
  if (type === 'user') return `${name} and the repositories of ${name}`
  if (type === 'org') return `${name} and its repositories`
  return `${type} ${name}`
}
