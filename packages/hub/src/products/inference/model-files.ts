import { HubError } from '@portolan/contract'
import { toOid } from '@portolan/git'
import { type OpenedFile, openAtCommit } from '../../changes/files/index.ts'
import type { Hub } from '../../hub.ts'
import { asSystem, requireEnabled, toRepo, visibility, type WithContent } from '../../repository/access/index.ts'
import { listFiles } from '../../repository/revisions/index.ts'
import type { RepoUid } from '../../uid.ts'

/** A model's files at a commit, for an engine. Permission to run the model has already been checked. */
export interface ModelFiles {
  /** Regular files only: links could point to anything. Content sizes in bytes. */
  readonly files: readonly { readonly path: string; readonly size: number }[]
  /** @throws {HubError} `lfs.object_missing`, `entry.not_found` */
  open(path: string): Promise<OpenedFile>
}

/**
 * @param commit 40 hex digits, in this repo
 * @throws {HubError} `repo.not_found`, `repo.disabled`, `revision.not_found`
 */
export async function modelFiles(hub: Hub, repoUid: RepoUid, commit: string): Promise<ModelFiles> {
  const repo = await requireModel(hub, repoUid)
  const oid = toOid(commit)
  const files = (await listFiles(hub, repo, oid)).filter(({ type }) => type === 'file')
  return { files: files.map(({ path, size }) => ({ path, size })), open: (path) => openAtCommit(hub, repo, oid, path) }
}

async function requireModel(hub: Hub, repoUid: RepoUid): Promise<WithContent> {
  const row = await hub.db.read
    .selectFrom('repo')
    .selectAll()
    .where('uid', '=', repoUid)
    .where('vis', '<', visibility.deleted)
    .executeTakeFirst()
  if (!row) throw new HubError('repo.not_found', { repo: repoUid, type: 'model' })
  const repo = toRepo(row)
  requireEnabled(repo)
  // Permission to run it has already been checked.
  return asSystem(repo)
}
