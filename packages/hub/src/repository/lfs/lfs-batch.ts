import { HubError, limits } from '@portolan/contract'
import type { Actor } from '../../foundation/actor/index.ts'
import { isSha256 } from '../../foundation/blobs/blob-layout.ts'
import { openContent } from '../../foundation/contents/index.ts'
import type { Hub } from '../../hub.ts'
import { type Holder, holderOf } from '../../identity/accounts/index.ts'
import { requireFreeSpace } from '../../identity/quotas/index.ts'
import type { WithContent } from '../access/index.ts'
import { openUpload, type PartUpload } from './multipart-upload.ts'
import { damagedObjects, promiseLargeFiles, usableObjects } from './object-rows.ts'
import { linkLifetime, type LinkClaims, signLink } from './sign-link.ts'

export interface BatchRequest {
  readonly operation: 'upload' | 'download'
  /** The transfers a client supports, in its order of preference. */
  readonly transfers: readonly string[]
  readonly objects: readonly { readonly oid: string; readonly size: number }[]
}

/** The size above which a file is uploaded in parts, and the part size. Bytes. */
export interface TransferPolicy {
  readonly multipartFrom: number
  readonly partBytes: number
}

export interface BatchAnswer {
  readonly transfer: 'basic' | 'multipart'
  readonly objects: readonly BatchObject[]
}

/** What to do with one object. Links are tokens for a single path segment. */
export type BatchObject = { readonly oid: string; readonly size: number } & (
  | { readonly state: 'stored' }
  | { readonly state: 'upload'; readonly link: string; readonly verify: string; readonly expiresAt: Date }
  | {
      readonly state: 'multipart'
      readonly link: string
      readonly verify: string
      readonly expiresAt: Date
      readonly partBytes: number
      readonly parts: number
      /** Upload URL of each part when it goes straight to the store; `null` when it goes through the hub. */
      readonly partLinks: readonly string[] | null
    }
  | { readonly state: 'download'; readonly link: string; readonly expiresAt: Date }
  | { readonly state: 'error'; readonly error: HubError }
)

const defaultPolicy: TransferPolicy = { multipartFrom: 1024 ** 3, partBytes: limits.lfsPartBytes }

/** Transfers the client chooses per object, by the shape of the response. git-lfs chooses once per batch. */
const perObjectTransfers = new Set(['basic', 'multipart', 'xet'])

/**
 * Answers an LFS batch request. The caller has checked that the actor may read the contents of `repo` or, for
 * uploads, write to it.
 *
 * An object counts as stored only if it is usable in this very repo: the response does not reveal that another repo has it, and
 * the bytes are requested (and stored once).
 * @throws {HubError} `body.invalid` for too many objects, `storage.quota_exceeded`
 */
export async function lfsBatch(
  hub: Hub,
  actor: Actor,
  repo: WithContent,
  request: BatchRequest,
  policy: TransferPolicy = defaultPolicy,
): Promise<BatchAnswer> {
  if (request.objects.length > limits.lfsBatchObjects) {
    throw new HubError('body.invalid', { message: `A batch can have at most ${limits.lfsBatchObjects} objects.` })
  }
  const userId = actor.kind === 'user' ? actor.userId : null
  const oids = [...new Set(request.objects.map(({ oid }) => oid).filter(isSha256))]
  const usable = await usableObjects(hub.db.read, repo.id, userId, oids)
  const context: BatchContext = {
    hub,
    repo,
    userId: userId ?? 0,
    holder: holderOf(actor),
    usable,
    damaged: request.operation === 'upload' ? await damagedObjects(hub.db.read, oids) : new Set(),
    policy,
    expiresAt: new Date(hub.now().getTime() + linkLifetime),
    useMultipart: multipartAllowed(request, policy),
    freeBytes: request.operation === 'upload' ? await hub.blobs.freeBytes() : null,
  }
  const answer = request.operation === 'upload' ? offerUpload : offerDownload
  if (request.operation === 'upload') {
    // Each one once; what the repo already has takes no more storage.
    const fresh = new Map(request.objects.filter(({ oid, size }) => size > 0 && !usable.has(oid)).map(({ oid, size }) => [oid, size]))
    await requireFreeSpace(
      hub,
      repo.ownerId,
      [...fresh.values()].reduce((sum, size) => sum + size, 0),
    )
  }
  const objects: BatchObject[] = []
  for (const object of request.objects) objects.push(await answer(context, object))
  await promiseLargeFiles(
    hub,
    repo.id,
    objects.filter(({ state }) => state === 'stored').map((object) => object.oid),
  )
  const sent = objects.filter(({ state }) => state === 'upload' || state === 'multipart')
  return { transfer: sent.length > 0 && sent.every(({ state }) => state === 'multipart') ? 'multipart' : 'basic', objects }
}

interface BatchContext {
  readonly hub: Hub
  readonly repo: WithContent
  /** 0 for an anonymous reader. */
  readonly userId: number
  readonly holder: Holder
  readonly usable: ReadonlyMap<string, number>
  /** Objects known to be damaged. */
  readonly damaged: ReadonlySet<string>
  readonly policy: TransferPolicy
  readonly expiresAt: Date
  readonly useMultipart: boolean
  readonly freeBytes: number | null
}

type Wanted = BatchRequest['objects'][number]

async function offerUpload(context: BatchContext, { oid, size }: Wanted): Promise<BatchObject> {
  const { hub, repo, userId, holder, expiresAt, policy } = context
  const problem = objectProblem({ oid, size })
  if (problem) return { oid, size, state: 'error', error: problem }
  const storedSize = await storedBytes(context, oid)
  if (storedSize === size) return { oid, size, state: 'stored' }
  if (storedSize !== null)
    return { oid, size, state: 'error', error: new HubError('lfs.size_mismatch', { expected: storedSize, received: size }) }
  if (size > hub.config.maxFileBytes) {
    return { oid, size, state: 'error', error: new HubError('body.too_large', { maxBytes: hub.config.maxFileBytes }) }
  }
  if (context.freeBytes !== null && size > context.freeBytes)
    return { oid, size, state: 'error', error: new HubError('storage.full', { size }) }
  const claims: Omit<LinkClaims, 'operation' | 'uploadId'> = { repoUid: repo.uid, holder, sha256: oid, size, expiresAt }
  const verify = await signLink(hub, { ...claims, operation: 'verify', uploadId: null })
  if (!context.useMultipart || size < policy.multipartFrom) {
    return { oid, size, state: 'upload', link: await signLink(hub, { ...claims, operation: 'upload', uploadId: null }), verify, expiresAt }
  }
  const upload = await openUpload(hub, { repoId: repo.id, userId, sha256: oid, size, expiresAt, partBytes: policy.partBytes })
  const parts = Math.ceil(size / upload.partBytes)
  return {
    oid,
    size,
    state: 'multipart',
    link: await signLink(hub, { ...claims, operation: 'multipart', uploadId: upload.id }),
    verify,
    expiresAt,
    partBytes: upload.partBytes,
    parts,
    partLinks: await partLinks(hub, upload, parts),
  }
}

async function partLinks(hub: Hub, upload: PartUpload, parts: number): Promise<string[] | null> {
  const links: string[] = []
  for (let number = 1; number <= parts; number++) {
    const link =
      (await hub.blobs.links?.part(upload.id, number, Math.min(upload.partBytes, upload.size - (number - 1) * upload.partBytes))) ?? null
    if (link === null) return null
    links.push(link)
  }
  return links
}

async function offerDownload(context: BatchContext, { oid, size }: Wanted): Promise<BatchObject> {
  const { hub, repo, holder, expiresAt } = context
  const problem = objectProblem({ oid, size })
  if (problem) return { oid, size, state: 'error', error: problem }
  const storedSize = await storedBytes(context, oid)
  if (storedSize === null) return { oid, size, state: 'error', error: new HubError('lfs.object_missing', { oid }) }
  const link = await signLink(hub, {
    operation: 'download',
    repoUid: repo.uid,
    holder,
    sha256: oid,
    size: storedSize,
    expiresAt,
    uploadId: null,
  })
  return { oid, size: storedSize, state: 'download', link, expiresAt }
}

function objectProblem({ oid, size }: Wanted): HubError | null {
  if (!isSha256(oid)) return new HubError('body.invalid', { message: 'An object ID must be a SHA-256 of 64 lowercase hex digits.' })
  if (!Number.isSafeInteger(size) || size < 0) return new HubError('body.invalid', { message: 'A size must be a whole number of bytes.' })
  return null
}

/** A row whose file is missing or damaged (after a disk failure) does not count as stored: the next upload repairs it. */
async function storedBytes(context: BatchContext, oid: string): Promise<number | null> {
  const size = context.usable.get(oid)
  if (size === undefined || context.damaged.has(oid)) return null
  const content = await openContent(context.hub, oid)
  return content !== null && content.size === size ? size : null
}

function multipartAllowed({ transfers, objects }: BatchRequest, policy: TransferPolicy): boolean {
  if (!transfers.includes('multipart')) return false
  return transfers.every((name) => perObjectTransfers.has(name)) || objects.every(({ size }) => size >= policy.multipartFrom)
}
