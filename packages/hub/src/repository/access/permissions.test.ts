import { describe, expect, test } from 'vitest'
import { type Actor, anonymous, type TokenScope, type UserActor } from '../../foundation/actor/index.ts'
import type { AccountUid } from '../../uid.ts'
import { canAdmin, canRead, canReadContent, canWrite, type RepoAccessFacts, visibleOwnerIds } from './permissions.ts'

const user = (changes: Partial<UserActor> = {}): UserActor => ({
  kind: 'user',
  userId: 1,
  uid: 'u' as AccountUid,
  name: 'ada',
  isAdmin: false,
  orgs: [],
  grantedRepoIds: new Set(),
  token: null,
  ...changes,
})
const member = (role: 'read' | 'contributor' | 'write' | 'admin', changes: Partial<UserActor> = {}) =>
  user({ userId: 2, name: 'bob', orgs: [{ orgId: 9, uid: 'o' as AccountUid, name: 'navy', role }], ...changes })
const token = (role: 'read' | 'write' | 'fineGrained', scopes: TokenScope[] = []) => ({
  token: { id: 1, name: 't', role, scopes, global: [], canReadGatedRepos: false, createdAt: new Date(0), expiresAt: null },
})
/** Limited to the table's columns; everything else is tested elsewhere. */
const ids: Readonly<Record<string, number>> = { 'model:navy/x': 5, 'dataset:navy/x': 6, 'org:navy': 9 }
const scope = (type: TokenScope['entity']['type'], name: string, ...permissions: TokenScope['permissions'][number][]): TokenScope => ({
  entity: { type, name, uid: `${type}:${name}`, id: ids[`${type}:${name}`] ?? 77 },
  permissions,
})

const repo = (changes: Partial<RepoAccessFacts> = {}): RepoAccessFacts => ({
  id: 5,
  type: 'model',
  owner: 'navy',
  ownerId: 9,
  fullName: 'navy/x',
  visibility: 'public',
  gated: false,
  disabled: false,
  creatorId: 7,
  ...changes,
})

/** Who may see, read the files of, write to, administer: a public, a private and a gated public repo of the organization navy. */
const table: readonly (readonly [who: string, actor: Actor, publicRepo: string, privateRepo: string, gatedRepo: string])[] = [
  ['anonymous', anonymous, 'RC--', '----', 'R---'],
  ['a stranger', user(), 'RC--', '----', 'R---'],
  ['a reading member', member('read'), 'RC--', 'RC--', 'RC--'],
  ['a contributor', member('contributor'), 'RC--', 'RC--', 'RC--'],
  ['the contributor who made it', member('contributor', { userId: 7 }), 'RCWA', 'RCWA', 'RCWA'],
  ['a writing member', member('write'), 'RCW-', 'RCW-', 'RCW-'],
  ['an organization administrator', member('admin'), 'RCWA', 'RCWA', 'RCWA'],
  ["the hub's administrator", user({ isAdmin: true }), 'RCWA', 'RCWA', 'RCWA'],
  ['an administrator with a read token', member('admin', token('read')), 'RC--', 'RC--', 'RC--'],
  ['an administrator with a write token', member('admin', token('write')), 'RCWA', 'RCWA', 'RCWA'],
  [
    'with a token for nothing here',
    member('admin', token('fineGrained', [scope('model', 'navy/y', 'repo.write')])),
    'RC--',
    '----',
    'R---',
  ],
  [
    'with a token that reads this repo',
    member('admin', token('fineGrained', [scope('model', 'navy/x', 'repo.content.read')])),
    'RC--',
    'RC--',
    'RC--',
  ],
  [
    'with a token that writes this repo',
    member('admin', token('fineGrained', [scope('model', 'navy/x', 'repo.write')])),
    'RCWA',
    'RCWA',
    'RCWA',
  ],
  [
    'with a token for a dataset of that name',
    member('admin', token('fineGrained', [scope('dataset', 'navy/x', 'repo.write')])),
    'RC--',
    '----',
    'R---',
  ],
  [
    'with a token for the organization',
    member('write', token('fineGrained', [scope('org', 'navy', 'repo.write')])),
    'RCW-',
    'RCW-',
    'RCW-',
  ],
  ['a stranger with a token for this repo', user(token('fineGrained', [scope('model', 'navy/x', 'repo.write')])), 'RC--', '----', 'R---'],
  ['a stranger who was given access', user({ grantedRepoIds: new Set([5]) }), 'RC--', '----', 'RC--'],
  ['a stranger who was given access to another repo', user({ grantedRepoIds: new Set([6]) }), 'RC--', '----', 'R---'],
  ['with access and a read token', user({ grantedRepoIds: new Set([5]), ...token('read') }), 'RC--', '----', 'RC--'],
  [
    'with access and a token for something else',
    user({ grantedRepoIds: new Set([5]), ...token('fineGrained', [scope('model', 'a/b', 'repo.content.read')]) }),
    'RC--',
    '----',
    'R---',
  ],
  [
    'with access and a token that reads this repo',
    user({ grantedRepoIds: new Set([5]), ...token('fineGrained', [scope('model', 'navy/x', 'repo.content.read')]) }),
    'RC--',
    '----',
    'RC--',
  ],
  [
    'with access and a token for gated repos',
    user({ grantedRepoIds: new Set([5]), token: { ...token('fineGrained').token, canReadGatedRepos: true } }),
    'RC--',
    '----',
    'RC--',
  ],
  [
    'without access and with a token for gated repos',
    member('read', { token: { ...token('fineGrained').token, canReadGatedRepos: true } }),
    'RC--',
    '----',
    'R---',
  ],
  [
    "the hub's administrator with a token for nothing",
    user({ isAdmin: true, ...token('fineGrained', [scope('model', 'a/b', 'repo.write')]) }),
    'RC--',
    '----',
    'R---',
  ],
]

const rights = (actor: Actor, facts: RepoAccessFacts) =>
  [
    canRead(actor, facts) ? 'R' : '-',
    canReadContent(actor, facts) ? 'C' : '-',
    canWrite(actor, facts) ? 'W' : '-',
    canAdmin(actor, facts) ? 'A' : '-',
  ].join('')

describe('who may do what', () => {
  test.for(table)('%s', ([, actor, publicRepo, privateRepo, gatedRepo]) => {
    expect(rights(actor, repo())).toBe(publicRepo)
    expect(rights(actor, repo({ visibility: 'private' }))).toBe(privateRepo)
    expect(rights(actor, repo({ gated: 'manual' }))).toBe(gatedRepo)
    // While it is disabled, nobody can read its files or write to it; its metadata stays visible, and its owner may delete it.
    for (const [changes, enabled] of [
      [{}, publicRepo],
      [{ visibility: 'private' }, privateRepo],
      [{ gated: 'manual' }, gatedRepo],
    ] as const)
      expect(rights(actor, repo({ ...changes, disabled: true }))).toBe(enabled.replace('C', '-').replace('W', '-'))
  })

  test('an owner has every right to what is theirs', () => {
    const own = repo({ owner: 'ada', ownerId: 1, fullName: 'ada/x', visibility: 'private', creatorId: null })
    expect(rights(user(), own)).toBe('RCWA')
  })

  test('whose private repos may be listed', () => {
    expect(visibleOwnerIds(anonymous)).toEqual([])
    expect(visibleOwnerIds(member('read'))).toEqual([2, 9])
    expect(visibleOwnerIds(user({ isAdmin: true }))).toBe('all')
    expect(visibleOwnerIds(member('read', token('fineGrained', [scope('org', 'navy', 'repo.content.read')])))).toEqual([9])
    expect(visibleOwnerIds(user({ isAdmin: true, ...token('fineGrained', [scope('model', 'a/b', 'repo.write')]) }))).toEqual([])
  })
})
