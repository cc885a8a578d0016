import type { Tx } from '../db/db.ts'
import { recordEvent } from '../events/index.ts'
import type { Hub } from '../../hub.ts'
import type { RepoUid } from '../../uid.ts'
import { type Progress, silenceMs, toProgress } from './progress.ts'

/** Minimum time between writes, however often progress is reported. Milliseconds. */
const writeEveryMs = 1_000

export interface ProgressStart {
  readonly kind: string
  readonly title: string
  readonly unit?: Progress['unit']
  readonly total?: number | null
  /** Who is notified: everyone who may see this repo, or only this user. */
  readonly of: { readonly repoId: number } | { readonly repoUid: RepoUid } | { readonly userId: number }
}

export interface ProgressReport {
  readonly id: string
  /** Cheap: call it for every unit of work; it writes once a second. */
  report(done: number, more?: { readonly total?: number | null; readonly message?: string | null }): void
  /** Ends the job; later reports and endings are ignored. */
  finish(message?: string): Promise<void>
  /** @param message for people: no stack trace, no secrets */
  fail(message: string): Promise<void>
}

/**
 * Reports the progress of a long job to pages showing its repo or its user, in every server process. The caller ends it with `finish`
 * or `fail`; a job whose process dies counts as gone half a minute later. Reporting never makes the job itself fail: write errors are logged.
 */
export async function startProgress(hub: Hub, start: ProgressStart): Promise<ProgressReport> {
  const id = hub.newId()
  const now = hub.now().getTime()
  const repoId = 'repoId' in start.of ? start.of.repoId : 'repoUid' in start.of ? await rowOf(hub, start.of.repoUid) : null
  const userId = 'userId' in start.of ? start.of.userId : null
  let latest = { done: 0, total: start.total ?? null, message: null as string | null }
  let state: Progress['state'] = 'running'
  let isStale = false
  let writing: Promise<void> = Promise.resolve()

  const row = () => ({ ...latest, state, updated: hub.now().getTime() })
  const announce = async (tx: Tx): Promise<void> => {
    const stored = await tx.selectFrom('progress').selectAll().where('id', '=', id).executeTakeFirst()
    // The repo is gone, and the job with it.
    if (!stored) return
    await recordEvent(tx, hub, {
      topic: 'progress.changed',
      actor: null,
      ...(repoId === null ? {} : { repoId }),
      payload: { progress: toProgress(stored), ...(userId === null ? {} : { userId }) },
    })
  }
  const write = (): Promise<void> => {
    isStale = false
    writing = writing
      .then(() =>
        hub.db.write(async (tx) => {
          await tx.updateTable('progress').set(row()).where('id', '=', id).execute()
          await announce(tx)
        }),
      )
      .catch((error: unknown) => hub.log.error('could not write progress', { id, kind: start.kind, error: String(error) }))
    return writing
  }
  await hub.db.write(async (tx) => {
    await tx
      .insertInto('progress')
      .values({
        id,
        kind: start.kind,
        title: start.title,
        repo_id: repoId,
        user_id: userId,
        unit: start.unit ?? 'steps',
        started: now,
        ...row(),
      })
      .execute()
    await announce(tx)
  })
  let quiet = 0
  const stop = hub.background.every('progress', writeEveryMs, async () => {
    quiet += writeEveryMs
    // Silent jobs are touched, so that they are not considered dead.
    if (!isStale && quiet < silenceMs / 3) return
    quiet = 0
    await write()
  })
  const end = async (how: 'done' | 'failed', message: string | null): Promise<void> => {
    if (state !== 'running') return
    stop()
    state = how
    latest = { ...latest, message, done: how === 'done' ? (latest.total ?? latest.done) : latest.done }
    await write()
  }
  return {
    id,
    report(done, more = {}) {
      if (state !== 'running') return
      latest = {
        done,
        total: more.total === undefined ? latest.total : more.total,
        message: more.message === undefined ? latest.message : more.message,
      }
      isStale = true
    },
    finish: (message) => end('done', message ?? null),
    fail: (message) => end('failed', message),
  }
}

/** Reports on `work` from start to end, however it ends. */
export async function withProgress<T>(hub: Hub, start: ProgressStart, work: (report: ProgressReport['report']) => Promise<T>): Promise<T> {
  const progress = await startProgress(hub, start)
  try {
    const result = await work((done, more) => progress.report(done, more))
    await progress.finish()
    return result
  } catch (error) {
    // The error itself may contain paths or secrets: it is for the caller and the log.
    await progress.fail('Something went wrong. The log of the hub has details.')
    throw error
  }
}

/** @throws when the repo is gone */
async function rowOf(hub: Hub, uid: RepoUid): Promise<number> {
  return (await hub.db.read.selectFrom('repo').select('id').where('uid', '=', uid).executeTakeFirstOrThrow()).id
}
