import { createCommit } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { file, openTestApp } from '../testing/open-test-app.ts'

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

/** Front matter that takes about a second to parse, or to reject. */
const slowYaml = {
  'brackets without end': '['.repeat(200_000),
  'dashes in a row': '- '.repeat(120_000),
  'many names': Array.from({ length: 20_000 }, (_, n) => `key-${n}: v`).join('\n'),
  'a long list': `a: [${'1,'.repeat(110_000)}1]`,
  'marks without a value': '! '.repeat(110_000),
  'references to one list': `a: &a [1]\n${'b: *a\n'.repeat(30_000)}`,
}

test.for(Object.entries(slowYaml))('front matter of %s leaves the server to others, whoever sends it', async ([, yaml]) => {
  await using t = await openTestApp()
  const { result, turns } = await turnsDuring(async () => {
    const answer = await t.call('/api/validate-yaml', { method: 'POST', json: { content: `---\n${yaml}\n---\n`, repoType: 'model' } })
    return [answer.status, Object.keys((await answer.json()) as object)]
  })
  expect(result).toEqual([expect.toBeOneOf([200, 400]), ['errors', 'warnings']])
  expect(turns).toBeGreaterThan(300)
})

describe.for(databases)('a commit on %s', (database) => {
  test('of a slow card, slow configuration and slow attributes lands, and leaves the server to others', async () => {
    await using t = await openTestApp({ database })
    const repo = await t.addRepo({ type: 'model', name: 'slow', files: { 'a.txt': 'one\n' } })
    const entries = Array.from({ length: 60_000 }, (_, n) => `"${n}":{"content":"<t${n}>","special":true}`)
    const { result, turns } = await turnsDuring(() =>
      createCommit(t.hub, t.actors.ada, repo, {
        revision: 'main',
        summary: 'slow',
        operations: [
          file('README.md', `---\n${slowYaml['many names']}\n---\n${'['.repeat(700_000)}`),
          file('config.json', '{"model_type":"bert"}'),
          file('tokenizer_config.json', `{"added_tokens_decoder":{${entries.join(',')}}}`),
          file('.gitattributes', `${'/some/folder/of/large-files.bin filter=lfs -text\n'.repeat(20_000)}${'*a'.repeat(900)}b filter=lfs\n`),
        ],
      }),
    )
    expect(result.commitOid).toMatch(/^[0-9a-f]{40}$/)
    expect(turns).toBeGreaterThan(300)
    const info = (await (await t.call('/api/models/ada/slow')).json()) as { config?: unknown; cardData?: Record<string, unknown> }
    expect(info.cardData?.['key-19999']).toBe('v')
    expect(info.config).toMatchObject({ model_type: 'bert' })
  })
})
