import { Readable } from 'node:stream'
import type { Oid } from '@portolan/git'
import { createUser, loadActor } from '../../../identity/accounts/index.ts'
import type { UserActor } from '../../../foundation/actor/index.ts'
import { createCommit } from '../../../changes/commits/index.ts'
import type { Dialect } from '../../../foundation/db/db.ts'
import type { Hub } from '../../../hub.ts'
import { storeInlineLarge } from '../../../repository/lfs/index.ts'
import { createRepo } from '../../../repository/repos/index.ts'
import type { WithContent } from '../../../repository/access/index.ts'
import { openTestHub, type TestHub } from '../../../testing/open-test-hub.ts'
import { collectGarbage } from '../collect-garbage.ts'

/** A hub with ada and her model `ada/tides`. */
export interface GcScenario extends AsyncDisposable {
  readonly hub: TestHub
  readonly ada: UserActor
  readonly repo: WithContent
}

export async function openGcScenario(database: Dialect): Promise<GcScenario> {
  const hub = await openTestHub({ database })
  const account = await createUser(hub, { name: 'ada', password: null })
  const ada = await loadActor(hub.db.read, account.id, null)
  if (!ada) throw new Error('no ada')
  const repo = await createRepo(hub, ada, { type: 'model', name: 'tides' })
  return { hub, ada, repo, [Symbol.asyncDispose]: () => hub.close() }
}

/** Milliseconds. */
const overGrace = 8 * 86_400_000

/** Marks, waits, frees. */
export async function collectGarbageTwice(hub: TestHub): Promise<void> {
  await collectGarbage(hub)
  hub.tick(overGrace)
  await collectGarbage(hub)
}

/** Target and author of a commit. */
type Place = Pick<GcScenario, 'ada' | 'repo'> & { readonly hub: Hub }

/** Commits a large file that has been uploaded. */
export async function commitPointer(
  { hub, ada, repo }: Place,
  path: string,
  { sha256, size }: { readonly sha256: string; readonly size: number },
  revision = 'main',
): Promise<Oid> {
  const operations = [{ kind: 'lfs' as const, path, sha256, size }]
  return (await createCommit(hub, ada, repo, { revision, summary: 'x', operations })).commitOid
}

/** Uploads a large file and commits it. */
export async function commitLarge(place: Place, path: string, content: Buffer, revision = 'main'): Promise<Oid> {
  return commitPointer(place, path, await storeInlineLarge(place.hub, place.ada, place.repo, Readable.from([content])), revision)
}

export async function commitText({ hub, ada, repo }: Place, path: string, text: string, revision = 'main'): Promise<Oid> {
  const operations = [{ kind: 'file' as const, path, content: Buffer.from(text) }]
  return (await createCommit(hub, ada, repo, { revision, summary: 'x', operations })).commitOid
}
