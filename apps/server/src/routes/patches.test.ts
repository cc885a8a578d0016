import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCommit } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { file, openTestApp } from '../testing/open-test-app.ts'

describe.for(databases)('patches of commits on %s', (database) => {
  test('git am makes the commits of them: names, message, files, binary ones, too', async () => {
    await using t = await openTestApp({ database })
    const repo = await t.addRepo({ type: 'dataset', name: 'tides', files: { 'a.txt': 'one\n' } })
    const summary = 'H\u00f6he \u{1f30a} ' + 'of the tide '.repeat(12)
    const { commitOid } = await createCommit(t.hub, t.actors.ada, repo, {
      revision: 'main',
      summary,
      description: 'By the hour.\n\nSecond paragraph.',
      operations: [file('a.txt', 'two\n'), { kind: 'file', path: 'dir/b.dat', content: Buffer.from([0, 1, 2, 255]) }],
    })
    const folder = mkdtempSync(join(tmpdir(), 'portolan-am-'))
    const env = {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      GIT_CONFIG_NOSYSTEM: '1',
      HOME: folder,
      GIT_COMMITTER_NAME: 'c',
      GIT_COMMITTER_EMAIL: 'c@example.org',
    }
    const git = (args: string[], input = '') =>
      execFileSync('git', args, { cwd: folder, env, input, stdio: ['pipe', 'pipe', 'pipe'] }).toString()
    try {
      git(['init', '-q'])
      for (const oid of [repo.headOid, commitOid]) {
        const answer = await t.call(`/datasets/ada/tides/commit/${oid}.patch`)
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
        git(['am', '--quiet', '--keep-cr'], await answer.text())
      }
      expect(git(['log', '-1', '--format=%an|%s|%aI|%b'])).toBe(
        `ada|${summary.trim()}|2026-01-02T03:04:05+00:00|By the hour.\n\nSecond paragraph.\n\n`,
      )
      expect(readFileSync(join(folder, 'dir/b.dat'))).toEqual(Buffer.from([0, 1, 2, 255]))
      expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('two\n')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    const diff = await (await t.call(`/datasets/ada/tides/commit/${commitOid}.diff`)).text()
    expect(diff.startsWith('diff --git a/a.txt b/a.txt\n')).toBe(true)
  })

  test('strangers get nothing of a private or gated repo; a commit that is not there is missing', async () => {
    await using t = await openTestApp({ database })
    const repo = await t.addRepo({ type: 'model', name: 'chart', visibility: 'private', files: { 'a.txt': 'one\n' } })
    const path = `/ada/chart/commit/${repo.headOid}.patch`
    expect((await t.call(path, { as: 'eve' })).status).toBe(404)
    expect((await t.call(path)).status).toBe(401)
    expect((await t.call(path, { as: 'ada' })).status).toBe(200)
    expect((await t.call(`/ada/chart/commit/${'1'.repeat(40)}.diff`, { as: 'ada' })).status).toBe(404)
    const gated = await t.addRepo({ type: 'model', name: 'gated', files: { 'a.txt': 'one\n' } })
    await t.call('/api/models/ada/gated/settings', { method: 'PUT', as: 'ada', json: { gated: 'manual' } })
    expect((await t.call(`/ada/gated/commit/${gated.headOid}.diff`, { as: 'eve' })).status).toBe(403)
  })
})
