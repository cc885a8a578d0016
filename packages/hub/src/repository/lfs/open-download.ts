import { HubError } from '@portolan/contract'
import type { Actor } from '../../foundation/actor/index.ts'
import { openRecordedContent, type StoredContent } from '../../foundation/contents/index.ts'
import type { Hub } from '../../hub.ts'
import type { WithContent } from '../access/index.ts'
import { requireLinkHolder } from './link-holder.ts'
import { usableObjects } from './object-rows.ts'
import { verifyLink } from './sign-link.ts'

/**
 * The content behind a signed download link, and the repo it is from.
 * @throws {HubError} `lfs.link_expired`, `auth.forbidden`, `lfs.object_missing` when it has since been freed, `storage.damaged`
 */
export async function openDownload(hub: Hub, actor: Actor, token: string): Promise<{ content: StoredContent; repo: WithContent }> {
  const claims = await verifyLink(hub, 'download', token)
  const { repo, userId } = await requireLinkHolder(hub, claims, actor)
  const usable = await usableObjects(hub.db.read, repo.id, userId, [claims.sha256])
  const size = usable.get(claims.sha256)
  const content = size === undefined ? null : await openRecordedContent(hub, claims.sha256, size)
  if (content === null) throw new HubError('lfs.object_missing', { oid: claims.sha256 })
  return { content, repo }
}
