import { makeObject, type Oid } from '@portolan/git'
import { describe, expect, test } from 'vitest'
import { createUser, loadActor } from '../../identity/accounts/index.ts'
import { readObject } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import { createRepo } from '../../repository/repos/index.ts'
import type { WithContent } from '../../repository/access/index.ts'
import { listRefs } from '../../repository/revisions/index.ts'
import { databases, openTestHub } from '../../testing/open-test-hub.ts'
import { createCommit } from './create-commit.ts'
import { type RefUpdate, updateRefs, type RefChange, RefMovedError } from './update-refs.ts'

async function repoWithCommit(
  hub: Hub,
): Promise<{ repo: WithContent; first: Oid; second: Oid; land: (changes: RefChange[]) => Promise<void> }> {
  const account = await createUser(hub, { name: 'ada', password: null })
  const ada = await loadActor(hub.db.read, account.id, null)
  if (!ada) throw new Error('no ada')
  const repo = await createRepo(hub, ada, { type: 'model', name: 'm' })
  const { commitOid, parentOid } = await createCommit(hub, ada, repo, {
    revision: 'main',
    summary: 'x',
    operations: [{ kind: 'file', path: 'a.txt', content: Buffer.from('1') }],
  })
  return { repo, first: parentOid, second: commitOid, land: (changes) => land(hub, repo, { changes }) }
}

const land = (hub: Hub, repo: WithContent, update: Partial<RefUpdate>) =>
  hub.db.write((tx) => updateRefs(tx, hub, 'ada', repo, { changes: [], objects: [], lfs: [], described: null, ...update }))

const branches = async (hub: Hub, repo: WithContent) => (await listRefs(hub, repo)).branches.map(({ name }) => name).sort()

describe.for(databases)('refs land together on %s', (database) => {
  test('several at once, and none when one has moved; what came with them is not kept either', async () => {
    await using hub = await openTestHub({ database })
    const { repo, first, second, land: move } = await repoWithCommit(hub)
    await move([
      { ref: 'refs/heads/one', from: null, to: first },
      { ref: 'refs/heads/two', from: null, to: second },
    ])
    expect(await branches(hub, repo)).toEqual(['main', 'one', 'two'])
    const blob = makeObject('blob', Buffer.from('never kept'))
    const changes = [
      { ref: 'refs/heads/one', from: first, to: second },
      { ref: 'refs/heads/two', from: first, to: null },
    ]
    await expect(land(hub, repo, { changes, objects: [blob] })).rejects.toThrow(RefMovedError)
    expect(await branches(hub, repo)).toEqual(['main', 'one', 'two'])
    expect((await listRefs(hub, repo)).branches.find(({ name }) => name === 'one')?.targetCommit).toBe(first)
    expect(await readObject(hub.db.read, repo.id, blob.oid)).toBeNull()
  })

  test('a branch may be replaced by a folder of branches, and not stand beside one', async () => {
    await using hub = await openTestHub({ database })
    const { repo, first, land: move } = await repoWithCommit(hub)
    await move([{ ref: 'refs/heads/a', from: null, to: first }])
    await expect(move([{ ref: 'refs/heads/a/b', from: null, to: first }])).rejects.toMatchObject({ code: 'revision.exists' })
    await move([
      { ref: 'refs/heads/a/b', from: null, to: first },
      { ref: 'refs/heads/a', from: first, to: null },
    ])
    expect(await branches(hub, repo)).toEqual(['a/b', 'main'])
  })

  test('the default branch does not move without what its head says', async () => {
    await using hub = await openTestHub({ database })
    const { first, second, land: move } = await repoWithCommit(hub)
    await expect(move([{ ref: 'refs/heads/main', from: second, to: first }])).rejects.toThrow(/description/)
    await expect(move([{ ref: 'refs/heads/main', from: second, to: null }])).rejects.toThrow(/description/)
  })
})
