import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { requireRepo, setQuota } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { countStored } from '../../testing/count-stored.ts'
import { commit, file, header, ndjson } from '../../testing/lfs-upload.ts'
import { type GitWorld, openGitWorld } from '../../testing/repo-world.ts'

/* The errors that real git and git-lfs report when a repo's owner is over quota. */

const userQuotaBytes = 200_000
const needLfs = spawnSync('git', ['lfs', 'version']).status === 0 ? '' : ', provide it with: apt-get install git-lfs'

/** Incompressible text. */
const text = (bytes: number) => randomBytes(bytes / 2).toString('hex')

/** The quota message, from whichever program prints it. */
const words = (output: string) => /Storage limit reached: .*? for more/.exec(output)?.[0]

async function headOf({ server, ada }: GitWorld): Promise<string | null> {
  return (await requireRepo(server.hub, ada.actor, 'model', 'ada/tides', 'read')).headOid
}

describe.for(databases)('pushes over a quota, on %s', (database) => {
  test('files in git: refused in the words of the API, and nothing of them lands; what makes room is taken', async () => {
    await using world = await openGitWorld(database, { userQuotaBytes })
    const { client, server, ada } = world
    await client.git('pull', '-q', 'origin', 'main')
    await client.commit({ 'log.txt': text(120_000) })
    await client.git('push', '-q', 'origin', 'main')
    const head = await headOf(world)
    const stored = await countStored(server)

    const more = text(150_000)
    await client.commit({ 'more.txt': more })
    const refused = await client.try('push', 'origin', 'main')
    expect([refused.status, refused.output]).toEqual([1, expect.stringContaining('[remote rejected] main -> main (storage limit reached)')])
    expect(words(refused.output)).toMatch(/^Storage limit reached: ada uses [\d.]+ kB of 200\.0 kB\. /)
    const byApi = await commit(server, 'models/ada/tides', ndjson(header(), file('more.txt', more)), { as: ada })
    expect([byApi.status, words(((await byApi.json()) as { error: string }).error)]).toEqual([403, words(refused.output)])
    const aside = await client.try('push', 'origin', 'HEAD:refs/heads/aside', 'HEAD:refs/pr/1')
    expect(aside.output).toContain('HEAD -> aside (storage limit reached)')
    expect([await headOf(world), await countStored(server)]).toEqual([head, stored])

    await client.git('reset', '-q', '--hard', 'HEAD~1')
    await client.commit({ 'log.txt': null })
    await client.git('push', '-q', 'origin', 'main')
    await client.commit({ 'small.txt': 'small' })
    await client.git('push', '-q', 'origin', 'main')
    expect(await headOf(world)).toBe(await client.git('rev-parse', 'HEAD'))
  })

  test('many pushes, each of which would fit, come no further than the limit: what came before counts at once', async () => {
    await using world = await openGitWorld(database, { userQuotaBytes })
    const { client } = world
    await client.git('pull', '-q', 'origin', 'main')
    const outcomes: number[] = []
    for (let push = 0; push < 4; push++) {
      await client.commit({ [`${push}.txt`]: text(90_000) })
      outcomes.push((await client.try('push', 'origin', 'main')).status)
    }
    // Compressed, each takes half its size.
    expect(outcomes).toEqual([0, 0, 0, 1])
  })

  test.skipIf(needLfs !== '')(`large files: git-lfs is refused before it sends them, and says why${needLfs}`, async () => {
    await using world = await openGitWorld(database, { userQuotaBytes })
    const { client, server, admin } = world
    await client.git('lfs', 'install', '--local')
    await client.git('pull', '-q', 'origin', 'main')
    await client.git('lfs', 'track', '*.bin')
    const [head, stored] = [await headOf(world), await countStored(server)]
    await client.commit({ 'weights.bin': randomBytes(250_000) })
    const refused = await client.try('push', 'origin', 'main')
    expect(refused.status).not.toBe(0)
    expect(words(refused.output)).toMatch(/^Storage limit reached: ada uses [\d.]+ (?:bytes|kB) of 200\.0 kB\. /)
    expect([await headOf(world), await countStored(server)]).toEqual([head, stored])
    // Bypassing git-lfs: only the pointer is pushed.
    const alone = await client.try('push', '--no-verify', 'origin', 'main')
    expect([alone.status, alone.output]).toEqual([1, expect.stringContaining('large files are missing')])
    expect([await headOf(world), await countStored(server)]).toEqual([head, stored])

    await setQuota(server.hub, admin.actor, 'ada', 1_000_000)
    await client.git('push', '-q', 'origin', 'main')
    expect(await headOf(world)).toBe(await client.git('rev-parse', 'HEAD'))
  })
})
