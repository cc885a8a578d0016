import { storedKey } from '../../foundation/encryption/index.ts'
import type { Hub } from '../../hub.ts'

/** The secret that signs transfer links. */
export function linkKey(hub: Hub): Promise<Buffer> {
  return storedKey(hub, 'lfs_link_key')
}
