import { expectTypeOf, test } from 'vitest'
import { type Actor, anonymous } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import { readBlob } from '../revisions/index.ts'
import {
  type Readable,
  type WithContent,
  type Writable,
  requireAccess,
  requireRepo,
  canRead,
  canReadContent,
  type Repo,
} from '../access/index.ts'

test('only a check makes a repo one whose files may be read', () => {
  const oid = '0'.repeat(40) as Parameters<typeof readBlob>[2]
  const code = async (hub: Hub, actor: Actor, repo: Repo) => {
    // @ts-expect-error access was not checked
    void readBlob(hub, repo, oid)
    if (canRead(actor, repo)) {
      // @ts-expect-error being readable does not include its files
      void readBlob(hub, repo, oid)
    }
    if (canReadContent(actor, repo)) void readBlob(hub, repo, oid)
    // @ts-expect-error nor does being an administrator: a disabled repo has one, too
    void readBlob(hub, await requireRepo(hub, actor, 'model', 'a/b', 'admin'), oid)
    void readBlob(hub, await requireRepo(hub, actor, 'model', 'a/b', 'write'), oid)
    requireAccess(anonymous, repo, 'content')
    void readBlob(hub, repo, oid)
  }
  expectTypeOf(code).toBeFunction()
  expectTypeOf<Writable>().toExtend<WithContent>()
  expectTypeOf<WithContent>().toExtend<Readable>()
  expectTypeOf<WithContent>().not.toExtend<Writable>()
  expectTypeOf<Readable>().not.toExtend<WithContent>()
  expectTypeOf<Repo>().not.toExtend<Readable>()
})
