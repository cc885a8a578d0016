import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createUser, loadActor } from '../../identity/accounts/index.ts'
import type { CommitOperation } from './operation.ts'
import { createCommit } from './create-commit.ts'
import type { Hub } from '../../hub.ts'
import { recordUpload } from '../../repository/lfs/index.ts'
import { createRepo, readRepoFacts } from '../../repository/repos/index.ts'
import { findEntry, listFiles, readBlob, resolveRevision } from '../../repository/revisions/index.ts'
import { databases, openTestHub } from '../../testing/open-test-hub.ts'
import { revertCommit } from './revert-commit.ts'

const file = (path: string, content: string): CommitOperation => ({ kind: 'file', path, content: Buffer.from(content) })

async function start(hub: Hub) {
  const account = await createUser(hub, { name: 'ada', password: null })
  const ada = await loadActor(hub.db.read, account.id, null)
  if (!ada) throw new Error('no ada')
  const repo = await createRepo(hub, ada, { type: 'model', name: 'm' })
  const commit = async (...operations: CommitOperation[]) =>
    (await createCommit(hub, ada, repo, { revision: 'main', summary: 'x', operations })).commitOid
  const revert = (oid: string, branch = 'main') => revertCommit(hub, ada, repo, { oid, branch })
  const text = async (path: string) => {
    const { commitOid } = await resolveRevision(hub, repo, 'main')
    const entry = await findEntry(hub, repo, commitOid, path)
    return entry ? (await readBlob(hub, repo, entry.oid)).toString() : null
  }
  return { ada, repo, commit, revert, text }
}

describe.for(databases)('taking a commit back on %s', (database) => {
  test('what it added goes, what it deleted and changed comes back, what others did stays', async () => {
    await using hub = await openTestHub({ database })
    const { repo, commit, revert, text } = await start(hub)
    await commit(file('a.txt', '1\n2\n3\n4\n5\n6\n7\n8\n9\n'), file('gone.txt', 'back\n'), file('README.md', '---\nlicense: mit\n---\n'))
    const bad = await commit(
      file('a.txt', '1\ntwo\n3\n4\n5\n6\n7\n8\n9\n'),
      { kind: 'delete', path: 'gone.txt', scope: 'file' },
      file('new/file.txt', 'new\n'),
      file('README.md', '---\nlicense: apache-2.0\n---\n'),
    )
    const last = await commit(file('a.txt', '1\ntwo\n3\n4\n5\n6\n7\n8\nnine\n'), file('other.txt', 'o\n'))
    const { commitOid, parentOid } = await revert(bad)
    expect(parentOid).toBe(last)
    expect(await text('a.txt')).toBe('1\n2\n3\n4\n5\n6\n7\n8\nnine\n')
    const paths = (await listFiles(hub, repo, commitOid)).map(({ path }) => path)
    expect(paths).toEqual(['.gitattributes', 'README.md', 'a.txt', 'gone.txt', 'other.txt'])
    expect((await readRepoFacts(hub, repo))?.license).toBe('mit')
    await expect(revert(bad)).rejects.toMatchObject({ code: 'revert.nothing' })
    // Reverting the revert restores it.
    await revert(commitOid)
    expect(await text('a.txt')).toBe('1\ntwo\n3\n4\n5\n6\n7\n8\nnine\n')
    expect(await text('gone.txt')).toBe(null)
  })

  test('lines that were changed again are a conflict with their path, and nothing is written', async () => {
    await using hub = await openTestHub({ database })
    const { repo, commit, revert } = await start(hub)
    await commit(file('a.txt', '1\n'))
    const bad = await commit(file('a.txt', '2\n'))
    const head = await commit(file('a.txt', '3\n'))
    await expect(revert(bad)).rejects.toMatchObject({ code: 'revert.conflict', details: { conflicts: ['a.txt'] } })
    expect((await resolveRevision(hub, repo, 'main')).commitOid).toBe(head)
  })

  test('the first commit stays; strangers and tags are refused', async () => {
    await using hub = await openTestHub({ database })
    const { repo, commit, revert } = await start(hub)
    const oid = await commit(file('a.txt', '1\n'))
    await expect(revert(repo.headOid ?? '')).rejects.toMatchObject({ code: 'revert.first_commit' })
    await expect(revert(oid, oid)).rejects.toMatchObject({ code: 'revision.not_a_branch' })
    await expect(revert('1'.repeat(40))).rejects.toMatchObject({ code: 'revision.not_found' })
    const eve = await loadActor(hub.db.read, (await createUser(hub, { name: 'eve', password: null })).id, null)
    if (!eve) throw new Error('no eve')
    await expect(revertCommit(hub, eve, repo, { oid, branch: 'main' })).rejects.toMatchObject({ code: 'auth.forbidden' })
  })

  test('a large file comes back only while its content is kept', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo, commit, revert, text } = await start(hub)
    const blob = await hub.blobs.put(Readable.from([Buffer.alloc(3_000, 1)]), {})
    await hub.db.write((tx) => recordUpload(tx, hub, repo.id, ada.userId, blob))
    await commit({ kind: 'lfs', path: 'w.bin', sha256: blob.sha256 })
    const bad = await commit({ kind: 'delete', path: 'w.bin', scope: 'file' })
    await revert(bad)
    expect(await text('w.bin')).toContain(blob.sha256)
    const again = await commit({ kind: 'delete', path: 'w.bin', scope: 'file' })
    await hub.db.write((tx) => tx.deleteFrom('repo_lfs').where('repo_id', '=', repo.id).execute())
    await expect(revert(again)).rejects.toMatchObject({ code: 'commit.lfs_missing' })
  })
})
