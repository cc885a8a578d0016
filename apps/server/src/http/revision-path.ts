import { type Hub, type Readable, resolveRevision, splitRevisionPath } from '@portolan/hub'
import { decodeSegment } from './path-tail.ts'

type Located = Omit<Awaited<ReturnType<typeof splitRevisionPath>>, 'ref'>

/**
 * Finds the revision and the path in the end of an address. A revision whose slashes were escaped stands alone in its segment: there is
 * nothing to guess. Otherwise the longest prefix that names a ref is the revision (hub API, section 0.2).
 * @param rest segments as they were sent
 * @throws {HubError} `revision.not_found`
 */
export async function locate(hub: Hub, repo: Readable, rest: readonly string[]): Promise<Located> {
  const [first = '', ...others] = rest.map(decodeSegment)
  const path = others.join('/')
  if (/%2f/i.test(rest[0] ?? '')) return { ...(await resolveRevision(hub, repo, first)), revision: first, path }
  return splitRevisionPath(hub, repo, [first, ...others].join('/'))
}
