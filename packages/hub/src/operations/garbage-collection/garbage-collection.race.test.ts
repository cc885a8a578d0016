import { Readable } from 'node:stream'
import { isHubError } from '@portolan/contract'
import { describe, expect, test } from 'vitest'
import { RefMovedError } from '../../changes/commits/index.ts'
import type { Hub } from '../../hub.ts'
import { databases } from '../../testing/open-test-hub.ts'
import { type GcReport, collectGarbage } from './collect-garbage.ts'
import { actions, isRequested } from './testing/race-actions.ts'
import { openRaceScenario, pick, type Random, randomFrom } from './testing/race-scenario.ts'
import { remainingData, lostData } from './testing/lost-data.ts'

/*
 * Several concurrent writers upload (whole and as chunks), commit, push, open and merge pull requests, squash, copy and move repos, force-move refs, delete
 * and restore, while garbage collection runs with a grace period that keeps expiring.
 * Whatever they were told is stored must be there. The order is determined by a seed, which a failure prints:
 *   PORTOLAN_FUZZ_SEED=<seed> vitest run --project @portolan/hub garbage-collection.race
 * The long run, by itself: PORTOLAN_FUZZ_STEPS=3000 vitest run --project @portolan/hub garbage-collection.race
 */
const steps = Number(process.env['PORTOLAN_FUZZ_STEPS'] ?? 200)
const seed = Number(process.env['PORTOLAN_FUZZ_SEED'] ?? 20_261_122)
const writers = 4
const graceMs = 1_000
const day = 86_400_000

/** Errors a writer may get while others delete and collect. Anything else is a bug. */
const expected = new Set([
  'repo.not_found',
  'repo.name_taken',
  'revision.not_found',
  'revision.exists',
  'commit.conflict',
  'commit.file_missing',
  'commit.stale_parent',
  'commit.lfs_missing',
  'lfs.object_missing',
  'lfs.link_expired',
  'entry.not_found',
  'storage.unavailable',
  'pull_request.not_open',
  'pull_request.conflict',
  'pull_request.nothing_to_merge',
  'discussion.not_found',
  'discussion.unchanged',
  // A stored file was freed while it was being chunked or read.
  'blob.not_found',
  // The target repo of an upload was deleted.
  'xet.token_invalid',
])

/**
 * A repo that was deleted and, a second later, freed while a writer was using it: with real grace periods that takes a day. Losses in live repos are found
 * by `lostData`, whatever error a writer got.
 */
const repoWasFreed = /foreign key constraint|^Error: Repository \d+ lacks the (?:tree|object|commit) /i

describe.for(databases)('uploads, deletions, force pushes and garbage collection at once, on %s', (database) => {
  test(`lose nothing and leave nothing (seed ${seed}, ${steps} steps)`, { timeout: 60_000 + steps * 500 }, async () => {
    await using world = await openRaceScenario(database, randomFrom(seed + 100))
    const { hub } = world
    const counts = new Map<string, number>()
    await hub.blobs.put(Readable.from([Buffer.from('never recorded')]), {})
    let left = steps
    const failures: unknown[] = []
    const count = (report: GcReport | null) => {
      for (const [kind, { freed }] of Object.entries(report ?? {}))
        counts.set(`freed ${kind}`, (counts.get(`freed ${kind}`) ?? 0) + freed.count)
    }
    const writer = async (random: Random) => {
      while (left-- > 0 && failures.length === 0) {
        const [name, work] = pick(random, actions)
        try {
          await world.step(() => work(world, random))
          counts.set(name, (counts.get(name) ?? 0) + 1)
        } catch (error) {
          if (isHubError(error) && expected.has(error.code)) counts.set(error.code, (counts.get(error.code) ?? 0) + 1)
          else if (error instanceof RefMovedError) counts.set('moved', (counts.get('moved') ?? 0) + 1)
          else if (repoWasFreed.test(String(error)))
            counts.set('repo freed under a writer', (counts.get('repo freed under a writer') ?? 0) + 1)
          else failures.push(error)
        }
      }
    }
    const collect = async () => {
      let runs = 0
      while (left > 0 && failures.length === 0) {
        count(await collectGarbage(hub, { graceMs }))
        if (++runs % 4 !== 0) continue
        failures.push(...(await lostOf(hub)))
      }
    }
    await Promise.all([...Array.from({ length: writers }, (_, i) => writer(randomFrom(seed + i))), collect()])
    process.stdout.write(`seed ${seed}: ${[...counts].map(([name, n]) => `${n} ${name}`).join(', ')}\n`)
    expect(failures).toEqual([])
    expect(await lostOf(hub)).toEqual([])
    // Commits, then ownership of their files, then Xet's records of those, then the blobs.
    for (let run = 0; run < 5; run++) {
      hub.tick(31 * day)
      count(await collectGarbage(hub, { graceMs, everything: true }))
    }
    expect([await lostOf(hub), await remainingData(hub)]).toEqual([[], []])
    // Make sure there was anything to collect at all.
    expect(counts.get('freed git object') ?? 0).toBeGreaterThan(0)
    expect(counts.get('freed blob') ?? 0).toBeGreaterThan(0)
  })
})

async function lostOf(hub: Hub): Promise<string[]> {
  return (await lostData(hub)).filter((line) => !isRequested(line))
}
