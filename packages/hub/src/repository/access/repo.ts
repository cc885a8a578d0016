import type { RepoType } from '@portolan/contract'
import type { Selectable } from 'kysely'
import { toHex } from '../../foundation/db/db.ts'
import type { RepoTable } from '../../foundation/db/schema.ts'
import type { RepoUid } from '../../uid.ts'
import { isPublic } from '../../foundation/db/visibility.ts'
import { typeOf } from '../../foundation/db/repo-kind.ts'

export { isDeleted, visibility } from '../../foundation/db/visibility.ts'

/** A repo as passed between services. Whether the caller may see it, or read its files, is expressed by `Readable` and `WithContent`. */
export interface Repo {
  readonly id: number
  readonly uid: RepoUid
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
  /** In the last 30 days. */
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

export function toRepo(row: Selectable<RepoTable>): Repo {
  return {
    id: row.id,
    uid: row.uid as RepoUid,
    type: typeOf(row.kind),
    ownerId: row.owner_id,
    owner: row.owner,
    name: row.name,
    fullName: `${row.owner}/${row.name}`,
    visibility: isPublic(row.vis) ? 'public' : 'private',
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
