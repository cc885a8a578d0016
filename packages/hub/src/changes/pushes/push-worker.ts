import { once } from 'node:events'
import { oidToBytes, PackError, type StoredObject } from '@portolan/git'
import { serveJobs } from '@portolan/sandbox'
import { openWriter, type OpenWriter } from '../../foundation/db/open-writer.ts'
import { prestoreBatch } from '../../foundation/git-store/index.ts'
import { clearCaches } from '../../hub-cache.ts'
import { HubStates } from '../../hub-state.ts'
import type { ListedFile } from '../commits/index.ts'
import { PackAidThread } from './pack-aid-thread.ts'
import type { PushJob, PushMessage, PushQuestion, PushQuestions, PushVerdict } from './push-job.ts'
import { PushRefused } from './push-refused.ts'
import { pageItems } from './push-work.ts'
import { PushedPack } from './pushed-pack.ts'

/** Minimum interval between messages about progress. Milliseconds. */
const progressEveryMs = 200

/** Caches are emptied after each push, but not given up: a new one takes as long as reading thousands of objects. */
const states = new HubStates(noHub)
const aidThread = new PackAidThread()

/* The thread that reads, checks and stores large pushes. Nothing it stores is visible until the serving thread moves the refs. */
serveJobs<PushJob, PushVerdict>(async ({ location, repo, spooled, options, port }) => {
  const say = (message: PushMessage) => port.postMessage(message)
  const closed = once(port, 'close')
  await using writer = openWriter(location)
  try {
    using pack = await PushedPack.examine(
      { db: { read: writer.read }, states },
      repo,
      spooled,
      options,
      progressOn(say),
      aidThread.aid(spooled),
    )
    const answers = new Answers(pack, writer, repo.id)
    const failed = Promise.withResolvers<never>()
    port.on('message', (question: PushQuestion) => {
      answers.to(question).then((answer) => say({ kind: 'answer', id: question.id, answer }), failed.reject)
    })
    say({ kind: 'examined', tips: pack.findings.tips, bytes: pack.findings.bytes })
    await Promise.race([closed, failed.promise])
    return null
  } catch (error) {
    if (error instanceof PackError) return { kind: 'unreadable', message: error.message }
    if (error instanceof PushRefused) return { kind: 'refused', reason: error.reason, lines: error.lines }
    throw error
  } finally {
    clearCaches({ states })
    port.close()
  }
})

/** Bytes are copied into messages: as parts of shared blocks, they would take all of these with them. */
class Answers {
  readonly #pack: PushedPack
  readonly #writer: OpenWriter
  readonly #repoId: number
  #batches: Iterator<readonly StoredObject[]> = [].values()
  /** Files of the commit that was asked for last. */
  #listed: { readonly commit: string; readonly files: Promise<readonly ListedFile[]> } | null = null

  constructor(pack: PushedPack, writer: OpenWriter, repoId: number) {
    this.#pack = pack
    this.#writer = writer
    this.#repoId = repoId
  }

  async to(question: PushQuestion): Promise<PushQuestions[keyof PushQuestions]['answer']> {
    switch (question.kind) {
      case 'pointers':
        return this.#pack.findings.pointers.slice(question.from, question.from + pageItems)
      case 'card': {
        const card = this.#pack.card(question.commit)
        return card === null ? null : new Uint8Array(card)
      }
      case 'descendant':
        return this.#pack.isDescendant(question.from, question.to)
      case 'files':
        return (await this.#files(question.commit)).slice(question.from, question.from + pageItems)
      case 'body':
        return new Uint8Array(this.#pack.body(question.oid))
      case 'unstored': {
        const { batches, outside, loss } = await this.#pack.unstored(question.tips)
        this.#batches = batches
        return { outside: Buffer.concat(outside.map(oidToBytes)), loss }
      }
      case 'store': {
        const { done, value } = this.#batches.next()
        if (done === true) return false
        await this.#writer.write((tx) => prestoreBatch(tx, this.#repoId, value))
        return true
      }
      case 'batch': {
        const { done, value } = this.#batches.next()
        return done === true ? null : value.map((object) => ({ ...object, z: Buffer.from(new Uint8Array(object.z)) }))
      }
    }
  }

  #files(commit: PushQuestions['files']['ask']['commit']): Promise<readonly ListedFile[]> {
    if (this.#listed?.commit !== commit) this.#listed = { commit, files: this.#pack.filesOf(commit) }
    return this.#listed.files
  }
}

function progressOn(say: (message: PushMessage) => void): (done: number, total: number) => void {
  let saidAt = 0
  return (done, total) => {
    if (done < total && done % 64 !== 0) return
    const now = Date.now()
    if (done < total && now - saidAt < progressEveryMs) return
    saidAt = now
    say({ kind: 'resolved', done, total })
  }
}

/** The caches used here can be created without a hub. */
function noHub(): never {
  throw new Error('A thread has no hub')
}
