import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { HubError, isHubError } from '@portolan/contract'
import { type Oid, PackError, PackSizeError, type PushCommand, type PushReport, Spool, type SpooledPack, spoolPack } from '@portolan/git'
import { type Actor, requireUser, type UserActor } from '../../foundation/actor/index.ts'
import { isDiskFull } from '../../foundation/blobs/disk-errors.ts'
import { updateRefs, RefMovedError } from '../commits/index.ts'
import { readRefs } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import { canAdmin, type WithContent } from '../../repository/access/index.ts'
import { defaultBranch } from '../../repository/revisions/index.ts'
import { cardProblem, describeCommit } from './pushed-head.ts'
import { PushedPack, type PushedPackOptions } from './pushed-pack.ts'
import { pushLimits, smallPush } from './push-limits.ts'
import { PushRefused } from './push-refused.ts'
import { warmThreads, workInThread } from './push-threads.ts'
import { type PushWork, workHere } from './push-work.ts'
import { commandProblem, mainRef, refKind } from './ref-rules.ts'
import { requireContents } from './required-content.ts'

export interface ReceivePush {
  readonly commands: readonly PushCommand[]
  /** Atomic: all refs move, or none. */
  readonly isAtomic: boolean
  readonly isShallow: boolean
  /** What follows the commands: a pack, unless all of them are deletions. It is always read to the end. */
  readonly pack: AsyncIterable<Uint8Array>
  /** Receives lines for the person pushing. */
  readonly report?: (line: string) => void
  /** Aborted when nobody waits for the result any more. A push whose refs are about to move is completed. */
  readonly signal?: AbortSignal | undefined
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
    await land(hub, user, repo, { open, problems, isAtomic: push.isAtomic, work: null, lfs: [] })
    return report(null)
  }
  const folder = join(hub.config.dataDir, 'quarantine')
  await mkdir(folder, { recursive: true })
  const file = join(folder, hub.newId())
  await using spool = new Spool(`${file}.pack`)
  try {
    const onBytes = (done: number) => push.onProgress?.({ phase: 'receiving', done, total: null })
    const spooled = await spoolPack(push.pack, spool, pushLimits, onBytes, (objects) => {
      if (objects > smallPush.objects) warmThreads()
    })
    const options = {
      limits: pushLimits,
      file: `${file}.made`,
      tips: open().flatMap(({ to }) => to ?? []),
      before: [...new Set([...push.commands.flatMap(({ from, to }) => (to !== null && from !== null ? from : [])), ...mainHead(refs)])],
      isShallow: push.isShallow,
    }
    await using work = await examine(hub, repo, push, spooled, options)
    const lfs = await requireContents(hub, user, repo, work)
    for (const command of open()) {
      const problem = await tipProblem(actor, repo, command, work)
      if (problem !== null) problems.set(command.ref, problem)
    }
    push.signal?.throwIfAborted()
    await land(hub, user, repo, { open, problems, isAtomic: push.isAtomic, work, lfs })
    return report(null)
  } catch (error) {
    if (error instanceof PushRefused) {
      for (const line of error.lines) push.report?.(line)
      refuseAll(error.reason)
      return report(null)
    }
    const problem = packProblem(error)
    if (problem === null) throw error
    await drain(push.pack)
    refuseAll('unpacker error')
    return report(problem)
  }
}

/** Examines a small pack here, where it takes less time than to pass it on; any other in a thread. */
async function examine(
  hub: Hub,
  repo: WithContent,
  push: ReceivePush,
  spooled: SpooledPack,
  options: PushedPackOptions,
): Promise<PushWork> {
  const onResolved = (done: number, total: number) => push.onProgress?.({ phase: 'resolving', done, total })
  if (spooled.bytes.size <= smallPush.packBytes && spooled.objects <= smallPush.objects) {
    try {
      return workHere(await PushedPack.examine(hub, repo, spooled, { ...options, limits: { ...options.limits, ...smallPush } }, onResolved))
    } catch (error) {
      if (!(error instanceof PackSizeError)) throw error
    }
  }
  return workInThread(hub, repo, spooled, options, { signal: push.signal, onResolved })
}

/** The message for a pack that is rejected; `null` when it is not the pack's fault. */
function packProblem(error: unknown): string | null {
  if (error instanceof PackError) return error.message
  if (isDiskFull(error) || isHubError(error, 'storage.full')) return 'the disk of the hub is full; nothing was stored'
  return null
}

/** Checks what a ref would point to. */
async function tipProblem(actor: Actor, repo: WithContent, { ref, from, to }: PushCommand, work: PushWork): Promise<string | null> {
  if (to === null) return null
  const tip = work.tips.get(to)
  if (refKind(ref) === 'tag') return tip?.commit ? null : 'a tag must point to a commit'
  if (tip?.type !== 'commit') return 'a branch must point to a commit'
  const card = await cardProblem(repo, work, to)
  if (card !== null) return card
  if (ref !== mainRef || from === null || canAdmin(actor, repo)) return null
  if (await work.isDescendant(from, to)) return null
  return `only administrators of the repository can overwrite the history of ${defaultBranch}; push to another branch`
}

interface Landable {
  /** The commands with no objections. */
  readonly open: () => readonly PushCommand[]
  readonly problems: Map<string, string>
  readonly isAtomic: boolean
  /** `null` when nothing was sent. */
  readonly work: PushWork | null
  readonly lfs: readonly string[]
}

/** Moves the refs that may move. A ref that someone else has moved is recorded, and the others are retried, unless the push is atomic. */
async function land(hub: Hub, user: UserActor, repo: WithContent, { open, problems, work, lfs }: Landable): Promise<void> {
  for (let changes = open(); changes.length > 0; changes = open()) {
    const main = changes.find(({ ref }) => ref === mainRef)?.to ?? null
    // Large pushes take a while, and SQLite blocks all other writers: their objects are stored in batches before the refs move. Meanwhile, this thread
    // finds out what the files say about the repo.
    const [described, { objects, ahead }] = await bothOf(
      main === null ? Promise.resolve(null) : describeCommit(hub, repo, work, main),
      work?.land(changes.flatMap(({ to }) => to ?? [])) ?? Promise.resolve({ objects: [], ahead: null }),
    )
    try {
      await hub.db.write((tx) => updateRefs(tx, hub, user.name, repo, { changes, objects, ahead, lfs, described }))
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

/** Waits for both, also when one fails: the other still uses what the caller disposes of. @throws what the first one threw, or else the second */
async function bothOf<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second])
  return [await first, await second]
}

function mainHead(refs: ReadonlyMap<string, Oid>): Oid[] {
  const head = refs.get(mainRef)
  return head === undefined ? [] : [head]
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
