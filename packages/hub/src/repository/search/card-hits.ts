import type { RepoType } from '@portolan/contract'
import { sql } from 'kysely'
import { kindOf } from '../../foundation/db/repo-kind.ts'
import { visibility } from '../../foundation/db/visibility.ts'
import type { Hub } from '../../hub.ts'

const maxWords = 8
/** Maximum cards with the words to look at, of every type. Common words are in most cards. */
const maxCards = 5_000
/** Words that nearly every question has. */
const silentWords = new Set(
  'a an and are as at be by can do for from have how i in is it me my of on or show that the this to what when which with you'.split(' '),
)

/**
 * Internal ids of repos whose card or title has all of the words; without any, those that have one of them. The caller checks who may see them.
 * A few thousand at most, in no particular order.
 */
export async function cardHits(hub: Hub, type: RepoType, text: string): Promise<number[]> {
  const all = [
    ...new Set(
      text
        .slice(0, 1_000)
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [],
    ),
  ]
  const telling = all.filter((word) => !silentWords.has(word))
  const words = (telling.length > 0 ? telling : all).slice(0, maxWords)
  if (words.length === 0) return []
  const hits = await hitsOf(hub, type, words, 'all')
  return hits.length > 0 || words.length === 1 ? hits : hitsOf(hub, type, words, 'any')
}

async function hitsOf(hub: Hub, type: RepoType, words: readonly string[], need: 'all' | 'any'): Promise<number[]> {
  const isSqlite = hub.db.dialect === 'sqlite'
  const quoted = words.map((word) => (isSqlite ? `"${word}"` : `'${word}'`))
  const found = isSqlite
    ? sql`select rowid as id from card_fts where card_fts match ${quoted.join(need === 'all' ? ' AND ' : ' OR ')} limit ${maxCards}`
    : sql`select repo_id as id from card where tsv @@ to_tsquery('english', ${quoted.join(need === 'all' ? ' & ' : ' | ')}) limit ${maxCards}`
  const { rows } = await sql<{ id: number }>`
    select r.id from (${found}) hit join repo r on r.id = hit.id where r.kind = ${kindOf(type)} and r.vis < ${visibility.deleted}
  `.execute(hub.db.read)
  return rows.map(({ id }) => Number(id))
}
