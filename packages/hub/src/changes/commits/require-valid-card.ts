import { HubError } from '@portolan/contract'
import { objectBody, type Oid, type StoredObject } from '@portolan/git'
import { checkCard } from '../../foundation/facts/index.ts'
import type { Hub } from '../../hub.ts'
import type { WithContent } from '../../repository/access/index.ts'
import { readBlob } from '../../repository/revisions/index.ts'
import type { TreeEditor } from './tree-editor.ts'

/**
 * Checks the metadata of the card if a revert or a merge changes it, like any commit does.
 * @param fresh objects that are not stored yet
 * @throws {HubError} `commit.invalid_card`
 */
export async function requireValidCard(
  hub: Hub,
  repo: WithContent,
  editor: TreeEditor,
  fresh: ReadonlyMap<Oid, StoredObject>,
  changes: readonly { readonly path: string }[],
): Promise<void> {
  if (!changes.some(({ path }) => path === 'README.md')) return
  const card = await editor.fileAt('README.md')
  if (!card || card.mode === '160000') return
  const object = fresh.get(card.oid)
  const text = (object ? objectBody(object) : await readBlob(hub, repo, card.oid)).toString('utf8')
  const { errors } = await checkCard(text, repo.type)
  if (errors.length > 0)
    throw new HubError('commit.invalid_card', {
      message: `Invalid metadata in README.md: ${errors.map((error) => error.message).join('; ')}`,
      errors,
    })
}
