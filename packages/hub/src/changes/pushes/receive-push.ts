import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { HubError, isHubError } from '@portolan/contract'
import {
  objectBody,
  type Oid,
  PackError,
  type PushCommand,
  type PushReport,
  readPack,
  type ReceivedPack,
  type StoredObject,
} from '@portolan/git'
import { type Actor, requireUser, type UserActor } from '../../foundation/actor/index.ts'
import { isDiskFull } from '../../foundation/blobs/disk-errors.ts'
import { updateRefs, RefMovedError } from '../commits/index.ts'
import { prestoreObjects, readObjects, readRefs, readSizes } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import { canAdmin, type WithContent } from '../../repository/access/index.ts'
import { defaultBranch } from '../../repository/revisions/index.ts'
import { BlobNotes, checkContents } from './content-rules.ts'
import { cardProblem, describeCommit, isDescendant } from './pushed-head.ts'
import { pushLimits } from './push-limits.ts'
import { PushRefused } from './push-refused.ts'
import { commandProblem, mainRef, refKind } from './ref-rules.ts'
import { type WalkedPack, walkPack } from './walk-pack.ts'

/** Maximum objects stored in the transaction that moves the refs. */
const manyObjects = 5_000

export interface ReceivePush {
  readonly commands: readonly PushCommand[]
  /** Atomic: all refs move, or none. */
  readonly isAtomic: boolean
  readonly isShallow: boolean
  /** What follows the commands: a pack, unless all of them are deletions. It is always read to the end. */
  readonly pack: AsyncIterable<Uint8Array>
  /** Receives lines for the person pushing. */
  readonly report?: (line: string) => void
  readonly onProgress?: (progress: {
    readonly phase: 'receiving' | 'resolving'
    readonly done: number
    readonly total: number | null
  }) => void
}

/**
 * Receives a git push: nothing becomes visible until every object and every rule is checked; then all refs move in one transaction with
 * the objects, the facts, the search index and the events. A push that is rejected or interrupted leaves nothing behind.
 * @returns the result for each ref; rejections are results, not errors
 * @throws {HubError} `auth.required`; whatever the source of the pack throws
 */
export async function receivePush(hub: Hub, actor: Actor, repo: WithContent, push: ReceivePush): Promise<PushReport> {
  const user = requireUser(actor)
  const refs = new Map((await readRefs(hub.db.read, repo.id)).map(({ name, oid }) => [name, oid]))
  const problems = new Map<string, string>()
  for (const command of push.commands) {
    const problem = await commandProblem(hub, actor, repo, command, refs.get(command.ref) ?? null)
    if (problem !== null) problems.set(command.ref, problem)
  }
  const report = (unpackProblem: string | null): PushReport => {
    const isRefused = push.isAtomic && problems.size > 0
    return {
      unpackProblem,
      results: push.commands.map(({ ref }) => ({
        ref,
        problem: problems.get(ref) ?? (isRefused ? 'atomic push failed: another ref was rejected' : null),
      })),
    }
  }
  const refuseAll = (reason: string): void => {
    for (const { ref } of push.commands) if (!problems.has(ref)) problems.set(ref, reason)
  }
  const open = () => (push.isAtomic && problems.size > 0 ? [] : push.commands.filter(({ ref }) => !problems.has(ref)))
  if (open().every(({ to }) => to === null)) {
    await drain(push.pack)
    await land(hub, user, repo, { open, problems, isAtomic: push.isAtomic, pack: null, walked: null, lfs: [] })
    return report(null)
  }
  const notes = new BlobNotes()
  let pack: ReceivedPack
  try {
    pack = await takePack(hub, repo, push, notes)
  } catch (error) {
    const problem = packProblem(error)
    if (problem === null) throw error
    await drain(push.pack)
    refuseAll('unpacker error')
    return report(problem)
  }
  try {
    const tips = open().flatMap(({ to }) => to ?? [])
    const walked = await walkPack(hub, repo, pack, tips, push.isShallow)
    const before = [...new Set([...push.commands.flatMap(({ from, to }) => (to !== null && from !== null ? from : [])), ...mainHead(refs)])]
    const lfs = await checkContents(hub, user, repo, walked, notes, await commitsOnly(hub, repo, before))
    for (const command of open()) {
      const problem = await tipProblem(hub, actor, repo, command, pack, walked)
      if (problem !== null) problems.set(command.ref, problem)
    }
    await land(hub, user, repo, { open, problems, isAtomic: push.isAtomic, pack, walked, lfs })
    return report(null)
  } catch (error) {
    if (!(error instanceof PushRefused)) throw error
    for (const line of error.lines) push.report?.(line)
    refuseAll(error.reason)
    return report(null)
  } finally {
    await pack[Symbol.asyncDispose]()
  }
}

async function takePack(hub: Hub, repo: WithContent, push: ReceivePush, notes: BlobNotes): Promise<ReceivedPack> {
  const folder = join(hub.config.dataDir, 'quarantine')
  await mkdir(folder, { recursive: true })
  const name = hub.newId()
  return readPack(push.pack, {
    limits: pushLimits,
    files: [join(folder, `${name}.pack`), join(folder, `${name}.made`)],
    findBases: async (oids) => {
      const sizes = await readSizes(hub.db.read, repo.id, oids)
      const held = oids.filter((oid) => (sizes.get(oid) ?? Infinity) <= pushLimits.heldBytes)
      const bases = await readObjects(hub.db.read, repo.id, held)
      return new Map([...bases].map(([oid, object]) => [oid, { type: object.type, body: objectBody(object) }]))
    },
    inspect: (object, body) => notes.note(object, body),
    ...(push.onProgress === undefined ? {} : { onProgress: push.onProgress }),
  })
}

/** The message for a pack that is rejected; `null` when it is not the pack's fault. */
function packProblem(error: unknown): string | null {
  if (error instanceof PackError) return error.message
  if (isDiskFull(error) || isHubError(error, 'storage.full')) return 'the disk of the hub is full; nothing was stored'
  return null
}

/** Checks what a ref would point to. */
async function tipProblem(
  hub: Hub,
  actor: Actor,
  repo: WithContent,
  { ref, from, to }: PushCommand,
  pack: ReceivedPack,
  walked: WalkedPack,
): Promise<string | null> {
  if (to === null) return null
  const tip = walked.tips.get(to)
  if (refKind(ref) === 'tag') return tip?.commit ? null : 'a tag must point to a commit'
  if (tip?.type !== 'commit') return 'a branch must point to a commit'
  const card = await cardProblem(repo, pack, walked, to)
  if (card !== null) return card
  if (ref !== mainRef || from === null || canAdmin(actor, repo)) return null
  if (await isDescendant(hub, repo, walked, from, to)) return null
  return `only administrators of the repository can overwrite the history of ${defaultBranch}; push to another branch`
}

interface Landable {
  /** The commands with no objections. */
  readonly open: () => readonly PushCommand[]
  readonly problems: Map<string, string>
  readonly isAtomic: boolean
  readonly pack: ReceivedPack | null
  readonly walked: WalkedPack | null
  readonly lfs: readonly string[]
}

/** Moves the refs that may move. A ref that someone else has moved is recorded, and the others are retried, unless the push is atomic. */
async function land(hub: Hub, user: UserActor, repo: WithContent, { open, problems, pack, walked, lfs }: Landable): Promise<void> {
  for (let changes = open(); changes.length > 0; changes = open()) {
    const main = changes.find(({ ref }) => ref === mainRef)?.to ?? null
    const described = main === null ? null : await describeCommit(hub, repo, pack, walked, main)
    const tips = changes.flatMap(({ to }) => to ?? [])
    const reached =
      pack && walked
        ? (await allTips(walked, tips))
          ? walked.reached
          : (await walkPack(hub, repo, pack, tips, false)).reached
        : new Set<Oid>()
    const objects = () => stored(pack, reached)
    // Large pushes take a while, and SQLite blocks all other writers: store the objects in batches before the refs move.
    const ahead = reached.size > manyObjects ? await prestoreObjects(hub.db, repo.id, objects) : null
    try {
      await hub.db.write((tx) =>
        updateRefs(tx, hub, user.name, repo, { changes, objects: ahead === null ? objects() : [], ahead, lfs, described }),
      )
      return
    } catch (error) {
      if (error instanceof RefMovedError) problems.set(error.ref, 'it was updated at the same time; fetch first')
      else if (isHubError(error, 'revision.exists')) problems.set(String(error.details['ref']), error.message)
      // The update itself failed: for example, what an old clone built on has since been collected.
      else if (isHubError(error) && error.code !== 'internal') for (const { ref } of changes) problems.set(ref, error.message)
      else throw error
    }
  }
}

async function allTips(walked: WalkedPack, tips: readonly Oid[]): Promise<boolean> {
  return new Set(tips).size === walked.tips.size
}

async function* stored(pack: ReceivedPack | null, reached: ReadonlySet<Oid>): AsyncGenerator<StoredObject> {
  if (pack) for (const oid of reached) yield await pack.stored(oid)
}

function mainHead(refs: ReadonlyMap<string, Oid>): Oid[] {
  const head = refs.get(mainRef)
  return head === undefined ? [] : [head]
}

async function commitsOnly(hub: Hub, repo: WithContent, oids: readonly Oid[]): Promise<Oid[]> {
  const objects = await readObjects(hub.db.read, repo.id, oids)
  return oids.filter((oid) => objects.get(oid)?.type === 'commit')
}

/** A client only reads the response after sending everything. */
async function drain(pack: AsyncIterable<Uint8Array>): Promise<void> {
  let bytes = 0
  for await (const piece of pack) {
    bytes += piece.byteLength
    if (bytes > pushLimits.packBytes)
      throw new HubError('body.too_large', { message: `A push can have at most ${pushLimits.packBytes} bytes` })
  }
}
