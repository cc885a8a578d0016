import { sql } from 'kysely'
import { type Account, toAccount } from '../../identity/accounts/index.ts'
import type { Actor } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import type { Readable } from '../access/index.ts'
import { listRepos } from './list-repos.ts'
import { likePattern } from './words.ts'

export interface QuickHits {
  readonly models: readonly Readable[]
  readonly datasets: readonly Readable[]
  readonly spaces: readonly Readable[]
  readonly accounts: readonly Account[]
}

/** A few hits of each kind, for search as you type. */
export async function quickSearch(hub: Hub, actor: Actor, text: string, limit: number): Promise<QuickHits> {
  const prefix = text.toLowerCase().trim().replaceAll('\0', '').slice(0, 100)
  if (prefix === '') return { models: [], datasets: [], spaces: [], accounts: [] }
  const search = [text]
  const hits = async (type: 'model' | 'dataset' | 'space') => (await listRepos(hub, actor, { type, search, sort: 'trending', limit })).repos
  const accounts = await hub.db.read
    .selectFrom('account')
    .selectAll()
    .where(sql<boolean>`lower(name) like ${likePattern(prefix).slice(1)} escape '\\'`)
    .where('disabled', '=', 0)
    .orderBy('name')
    .limit(limit)
    .execute()
  return {
    models: await hits('model'),
    datasets: await hits('dataset'),
    spaces: await hits('space'),
    accounts: accounts.map((row) => ({ ...toAccount(row), email: null })),
  }
}
