import { formatHash } from '@portolan/xet'
import { toHex } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'

/**
 * The file hashes, by sha-256, of those contents that can be downloaded through Xet, as text. None when downloads through Xet
 * are turned off.
 */
export async function xetHashes(hub: Hub, sha256s: readonly string[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  if (hub.config.xet !== 'on') return hashes
  for (let at = 0; at < sha256s.length; at += 1_000) {
    const wanted = sha256s.slice(at, at + 1_000).map((sha256) => Buffer.from(sha256, 'hex'))
    const rows = await hub.db.read.selectFrom('xet_file').select(['sha256', 'hash']).where('sha256', 'in', wanted).execute()
    for (const { sha256, hash } of rows) hashes.set(toHex(sha256), formatHash(hash))
  }
  return hashes
}
