import { Readable } from 'node:stream'
import { HubError } from '@portolan/contract'
import type { Oid } from '@portolan/git'
import type { Actor } from '../../foundation/actor/index.ts'
import { openRecordedContent, type StoredContent } from '../../foundation/contents/index.ts'
import type { Hub } from '../../hub.ts'
import { usableObjects } from '../../repository/lfs/index.ts'
import { type Checked, requireAccess, type WithContent } from '../../repository/access/index.ts'
import { findEntry, readBlob, resolveRevision, type TreeEntry } from '../../repository/revisions/index.ts'

/** A file of a revision, ready to read. Nothing is open, so there is nothing to close. */
export interface OpenedFile {
  readonly commitOid: Oid
  readonly path: string
  readonly name: string
  readonly entry: TreeEntry
  /** Git's sha-1 for a regular file, the sha-256 for a large one: clients key their cached copy by it. */
  readonly etag: string
  /** Bytes. */
  readonly size: number
  /** Whether it is a large file with its own blob in the store, under its entity tag. */
  readonly isBlob: boolean
  /** Path of the complete content on the local disk, if there is one. */
  readonly localPath: string | null
  /** Bytes `start` to `end`, inclusive; everything if no range is given. */
  read(range?: { start: number; end: number }): Promise<Readable>
}

/**
 * Opens a file by revision and path.
 * @param options.asStored return a large file's pointer text, as in git, instead of its content
 * @throws {HubError} `revision.not_found`, `entry.not_found` (details: `commitOid`), `lfs.object_missing`, and those of the content check
 */
export async function openFile(
  hub: Hub,
  actor: Actor,
  repo: Checked<'read'>,
  revision: string,
  path: string,
  options: { asStored?: boolean } = {},
): Promise<OpenedFile> {
  const { commitOid } = await resolveRevision(hub, repo, revision)
  return openEntry(hub, actor, repo, commitOid, path, options)
}

/** Like {@link openFile}, for a commit that is known to exist. */
export async function openEntry(
  hub: Hub,
  actor: Actor,
  repo: Checked<'read'>,
  commitOid: Oid,
  path: string,
  options: { asStored?: boolean } = {},
): Promise<OpenedFile> {
  requireAccess(actor, repo, 'content')
  return openAtCommit(hub, repo, commitOid, path, options)
}

/** Like {@link openEntry}, for the hub's own use: the caller makes sure the result only reaches people who may read the repo. */
export async function openAtCommit(
  hub: Hub,
  repo: WithContent,
  commitOid: Oid,
  path: string,
  options: { asStored?: boolean } = {},
): Promise<OpenedFile> {
  const entry = await findEntry(hub, repo, commitOid, path)
  if (entry === null || entry.type === 'directory' || entry.type === 'submodule' || path.endsWith('/')) {
    throw new HubError('entry.not_found', { message: `Entry not found: ${path}`, path, commitOid })
  }
  const known = { commitOid, path: entry.path, name: entry.name, entry }
  if (entry.lfs !== null && options.asStored !== true) {
    const { sha256 } = entry.lfs
    const { size, isBlob, localPath, read } = await requireObject(hub, repo, commitOid, entry.path, sha256)
    return { ...known, etag: sha256, size, isBlob, localPath, read }
  }
  return {
    ...known,
    etag: entry.oid,
    size: entry.lfs?.pointerSize ?? entry.size,
    isBlob: false,
    localPath: null,
    async read(range) {
      const body = await readBlob(hub, repo, entry.oid)
      return Readable.from([range === undefined ? body : body.subarray(range.start, range.end + 1)], { objectMode: false })
    },
  }
}

/**
 * A pointer in a tree proves nothing: anyone can write one for anyone's file. The repo must own the object.
 * The size is the one in the store, not in the pointer.
 */
async function requireObject(hub: Hub, repo: WithContent, commitOid: Oid, path: string, sha256: string): Promise<StoredContent> {
  const usable = await usableObjects(hub.db.read, repo.id, null, [sha256])
  const size = usable.get(sha256)
  const content = size === undefined ? null : await openRecordedContent(hub, sha256, size)
  if (content === null)
    throw new HubError('lfs.object_missing', { message: `The content of ${path} is not stored on this hub.`, path, oid: sha256, commitOid })
  return content
}
