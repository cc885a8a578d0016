import { type Hub, type Readable, resolveRevision, splitRevisionPath } from '@portolan/hub'
import { decodeSegment } from './path-tail.ts'

type Located = Omit<Awaited<ReturnType<typeof splitRevisionPath>>, 'ref'>

/**
 * Splits the tail of an address into revision and path. A revision whose slashes were escaped is a single segment and therefore
 * unambiguous. Otherwise the longest prefix that names a ref is the revision.
 * @param rest segments as sent
 * @throws {HubError} `revision.not_found`
 */
export async function locate(hub: Hub, repo: Readable, rest: readonly string[]): Promise<Located> {
  const [first = '', ...others] = rest.map(decodeSegment)
  const path = others.join('/')
  if (/%2f/i.test(rest[0] ?? '')) return { ...(await resolveRevision(hub, repo, first)), revision: first, path }
  return splitRevisionPath(hub, repo, [first, ...others].join('/'))
}
