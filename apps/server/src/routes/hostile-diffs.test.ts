import { createCommit } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { file, openTestApp } from '../testing/open-test-app.ts'

/** Short lines, each repeated many times, so that none is a useful anchor for a diff. */
const shortLines = (lines: number, seed: number) => {
  let text = ''
  for (let at = 0, state = seed; at < lines; at++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    text += `${state % 97}\n`
  }
  return text
}

/** Counts how often the event loop ran other work while `work` was in progress. */
async function turnsDuring<T>(work: () => Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0
  let goesOn = true
  const turn = () => {
    turns++
    if (goesOn) setImmediate(turn)
  }
  setImmediate(turn)
  try {
    return { result: await work(), turns }
  } finally {
    goesOn = false
  }
}

describe.for(databases)('commits made to be slow to compare on %s', (database) => {
  test('their patches, comparisons and blame leave the server to others', async () => {
    await using t = await openTestApp({ database })
    const paths = ['a.txt', 'b.txt']
    const repo = await t.addRepo({
      type: 'model',
      name: 'slow',
      files: Object.fromEntries(paths.map((path, n) => [path, shortLines(150_000, n + 1)])),
    })
    const { commitOid } = await createCommit(t.hub, t.actors.ada, repo, {
      revision: 'main',
      summary: 'all of it',
      operations: paths.map((path, n) => file(path, shortLines(150_000, n + 11))),
    })
    for (const path of [`/ada/slow/commit/${commitOid}.patch`, `/api/models/ada/slow/compare/${repo.headOid}..${commitOid}`]) {
      const { result, turns } = await turnsDuring(async () => {
        const answer = await t.call(path)
        return [answer.status, (await answer.text()).includes('+++ b/b.txt')]
      })
      expect(result).toEqual([200, true])
      expect(turns, path).toBeGreaterThan(500)
    }
  })

  test('when too many wait, the rest hears 503 and when to come back; whoever leaves makes room', async () => {
    await using t = await openTestApp({ database })
    const repo = await t.addRepo({ type: 'model', name: 'slow', files: { 'a.txt': shortLines(100_000, 1) } })
    const { commitOid } = await createCommit(t.hub, t.actors.ada, repo, {
      revision: 'main',
      summary: 'all of it',
      operations: [file('a.txt', shortLines(100_000, 2))],
    })
    const answers = await Promise.all(Array.from({ length: 40 }, () => t.call(`/ada/slow/commit/${commitOid}.diff`)))
    const statuses = new Set(answers.map(({ status }) => status))
    expect(statuses).toEqual(new Set([200, 503]))
    const refused = answers.find(({ status }) => status === 503)
    expect(refused?.headers.get('retry-after')).toBe('5')
    expect(await refused?.json()).toMatchObject({ code: 'compare.busy' })
    for (const answer of answers) if (!answer.bodyUsed) await answer.text()
    expect((await t.call(`/ada/slow/commit/${commitOid}.diff`)).status).toBe(200)
  })
})
