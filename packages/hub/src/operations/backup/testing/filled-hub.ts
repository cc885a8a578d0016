import { Readable } from 'node:stream'
import { createCommit } from '../../../changes/commits/index.ts'
import { createUser, loadActor } from '../../../identity/accounts/index.ts'
import { storeInlineLarge } from '../../../repository/lfs/index.ts'
import { createRepo } from '../../../repository/repos/index.ts'
import type { Hub } from '../../../hub.ts'
import type { UserActor } from '../../../foundation/actor/index.ts'
import type { WithContent } from '../../../repository/access/index.ts'

/** A repo with a card. */
export async function fillHub(
  hub: Hub,
): Promise<{ readonly ada: UserActor; readonly repo: WithContent; addLarge(path: string, text: string): Promise<string> }> {
  const ada = await loadActor(hub.db.read, (await createUser(hub, { name: 'ada', password: null })).id, null)
  if (ada === null) throw new Error('no ada')
  const repo = await createRepo(hub, ada, { type: 'model', name: 'tides' })
  const card = { kind: 'file' as const, path: 'README.md', content: Buffer.from('# Tides\n') }
  await createCommit(hub, ada, repo, { revision: 'main', summary: 'x', operations: [card] })
  return {
    ada,
    repo,
    /** @returns the sha-256 */
    async addLarge(path, text) {
      const { sha256, size } = await storeInlineLarge(hub, ada, repo, Readable.from([Buffer.from(text)]))
      await createCommit(hub, ada, repo, { revision: 'main', summary: 'x', operations: [{ kind: 'lfs', path, sha256, size }] })
      return sha256
    },
  }
}
