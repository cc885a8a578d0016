import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createBranch, deleteBranch } from '../../repository/revisions/index.ts'
import type { BlobStore } from '../../foundation/blobs/blob-store.ts'
import type { Hub } from '../../hub.ts'
import { storeInlineLarge } from '../../repository/lfs/index.ts'
import { uploadAsChunks } from '../../repository/xet/testing/upload-as-chunks.ts'
import { createRepo, deleteRepo } from '../../repository/repos/index.ts'
import { databases } from '../../testing/open-test-hub.ts'
import { verifyStorage } from '../backup/index.ts'
import { collectGarbage } from './collect-garbage.ts'
import { commitLarge, commitPointer, commitText, type GcScenario, openGcScenario } from './testing/gc-scenario.ts'
import { lostData, remainingData } from './testing/lost-data.ts'

/*
 * A run of garbage collection is killed before each thing that it does to the tables and to the store, one after the other. Two later runs free all that it
 * left, and nothing that is needed.
 */
const day = 86_400_000
/** Also longer than clients remember chunks. */
const overGrace = 31 * day

describe.for(databases)('garbage collection that is killed, on %s', (database) => {
  test('leaves nothing that two later runs do not free, wherever it was', { timeout: 300_000 }, async () => {
    await using world = await openGcScenario(database)
    const { hub } = world
    await commitLarge(world, 'kept.bin', Buffer.from('kept by its repo'))
    await commitPointer(world, 'shared.bin', await uploadAsChunks(hub, world.ada, world.repo, shared))
    // On Postgres, every third: a removal of a blob takes four steps, so that each of them is hit.
    const stride = database === 'postgres' ? 3 : 1
    const ended = new Set<string>()
    for (let step = 0; ; step += stride) {
      await leaveChunks(world, step)
      await leaveGarbage(world, step)
      await collectGarbage(hub)
      hub.tick(overGrace)
      const death = diesAfter(hub, step)
      await collectGarbage(death.hub).catch(() => {})
      if (death.at === null) break
      ended.add(death.at)
      await expireLease(hub)
      for (let run = 1; run <= 2; run++) {
        hub.tick(overGrace)
        expect(await collectGarbage(hub, { everything: true })).not.toBeNull()
      }
      expect([step, await lostData(hub), await leftBut(hub)]).toEqual([step, [], []])
    }
    // It was killed everywhere: before transactions, and between the tables and the store.
    expect([...ended].toSorted()).toEqual(['delete', 'write'])
    expect((await verifyStorage(hub)).damages).toEqual([])
  })
})

const shared = [Buffer.from('first chunk'), Buffer.from('second chunk')]

/** Chunks that no content needs any more, but that clients may still know. */
async function leaveChunks({ hub, ada }: GcScenario, step: number): Promise<void> {
  const repo = await createRepo(hub, ada, { type: 'model', name: `chunks-${step}` })
  const content = await uploadAsChunks(hub, ada, repo, [shared[0] ?? Buffer.alloc(0), Buffer.from(`chunk ${step}`)])
  await commitPointer({ hub, ada, repo }, 'chunks.bin', content)
  await deleteRepo(hub, ada, repo)
  await collectGarbage(hub)
  hub.tick(8 * day)
  await collectGarbage(hub)
}

/** Something of each kind, and beside it what is also needed elsewhere. */
async function leaveGarbage({ hub, ada, repo }: GcScenario, step: number): Promise<void> {
  const kept = Buffer.from('kept by its repo')
  await createBranch(hub, ada, repo, { name: 'try' })
  await commitText({ hub, ada, repo }, 'text.txt', `text ${step}`, 'try')
  await commitLarge({ hub, ada, repo }, 'chart.bin', Buffer.from(`chart ${step}`), 'try')
  await commitLarge({ hub, ada, repo }, 'kept.bin', kept, 'try')
  await deleteBranch(hub, ada, repo, 'try')
  const other = { hub, ada, repo: await createRepo(hub, ada, { type: 'model', name: `other-${step}` }) }
  await commitLarge(other, 'own.bin', Buffer.from(`own ${step}`))
  await commitLarge(other, 'kept.bin', kept)
  await deleteRepo(hub, ada, other.repo)
  await storeInlineLarge(hub, ada, repo, Readable.from([Buffer.from(`never committed ${step}`)]))
  await hub.blobs.put(Readable.from([Buffer.from(`never recorded ${step}`)]), {})
}

interface Death {
  readonly hub: Hub
  /** What it was about to do when it was killed; `null` if it was not. */
  readonly at: 'write' | 'delete' | null
}

/** The hub of a process that is killed after so many transactions and removals: none of the following happens. */
function diesAfter(hub: Hub, steps: number): Death {
  let left = steps
  let at: 'write' | 'delete' | null = null
  const live = (what: 'write' | 'delete') => {
    if (at === null && left-- > 0) return
    at ??= what
    throw new Error('killed')
  }
  const write: Hub['db']['write'] = async (work) => {
    live('write')
    return hub.db.write(work)
  }
  const rawBlobs = Object.assign(Object.create(hub.rawBlobs) as BlobStore, {
    async delete(sha256: string) {
      live('delete')
      return hub.rawBlobs.delete(sha256)
    },
  })
  return {
    hub: { ...hub, db: { ...hub.db, write }, rawBlobs },
    get at() {
      return at
    },
  }
}

/** As after a minute. */
async function expireLease(hub: Hub): Promise<void> {
  await hub.db.write((tx) => tx.updateTable('gc_lease').set({ expires: 0 }).execute())
}

/** What is left, but for the rows that make uploads wait for a removal that may be under way. */
async function leftBut(hub: Hub): Promise<string[]> {
  return (await remainingData(hub)).filter((line) => !line.startsWith('removal of '))
}
