import type { RepoType } from '@portolan/contract'
import type { Selectable } from 'kysely'
import { toHex } from '../db/db.ts'
import type { RepoTable } from '../db/schema.ts'

/** A repository as services pass it around. Holding one means that somebody checked the right to see it. */
export interface Repo {
  readonly id: number
  readonly uid: string
  readonly type: RepoType
  readonly ownerId: number
  readonly owner: string
  readonly name: string
  /** `owner/name`. */
  readonly fullName: string
  readonly visibility: 'public' | 'private'
  readonly gated: false | 'auto' | 'manual'
  readonly disabled: boolean
  readonly creatorId: number | null
  readonly pipelineTag: string | null
  readonly library: string | null
  readonly license: string | null
  readonly sdk: string | null
  readonly params: number | null
  /** Of the last 30 days. */
  readonly downloads: number
  readonly downloadsAll: number
  readonly likes: number
  readonly trending: number
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Commit of the default branch. */
  readonly headOid: string | null
  readonly storageBytes: number
  /** Wire tags. */
  readonly tags: readonly string[]
  readonly summary: string | null
}

const kinds = { model: 0, dataset: 1, space: 2 } as const
const types: readonly RepoType[] = ['model', 'dataset', 'space']

/** The number that stands for a type in the database. */
export function kindOf(type: RepoType): 0 | 1 | 2 {
  return kinds[type]
}

export function typeOf(kind: number): RepoType {
  const type = types[kind]
  if (type === undefined) throw new RangeError(`No repository kind ${kind}`)
  return type
}

/** Values of the column `vis`. */
export const visibility = { public: 0, private: 1, deleted: 2 } as const

export function toRepo(row: Selectable<RepoTable>): Repo {
  return {
    id: row.id,
    uid: row.uid,
    type: typeOf(row.kind),
    ownerId: row.owner_id,
    owner: row.owner,
    name: row.name,
    fullName: `${row.owner}/${row.name}`,
    visibility: row.vis === visibility.public ? 'public' : 'private',
    gated: row.gated === 'auto' || row.gated === 'manual' ? row.gated : false,
    disabled: row.disabled === 1,
    creatorId: row.creator_id,
    pipelineTag: row.pipeline_tag,
    library: row.library,
    license: row.license,
    sdk: row.sdk,
    params: row.params,
    downloads: row.downloads,
    downloadsAll: row.downloads_all,
    likes: row.likes,
    trending: row.trending,
    createdAt: new Date(row.created),
    updatedAt: new Date(row.updated),
    headOid: row.head === null ? null : toHex(row.head),
    storageBytes: row.storage,
    tags: JSON.parse(row.tags) as string[],
    summary: row.summary,
  }
}
