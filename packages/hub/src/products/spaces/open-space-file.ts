import type { Oid } from '@portolan/git'
import { factsOfCommit } from '../../changes/commits/index.ts'
import { type OpenedFile, openAtCommit } from '../../changes/files/index.ts'
import type { Hub } from '../../hub.ts'
import type { Readable, WithContent } from '../../repository/access/index.ts'
import { findEntry, findRevision, resolveRevision } from '../../repository/revisions/index.ts'
import { readSpaceConfig, type SpaceConfig } from './space-config.ts'

/** What a path of a Space's app resolves to. */
export type SpaceFile =
  | { readonly kind: 'file'; readonly file: OpenedFile; readonly config: SpaceConfig; readonly found: boolean }
  /** A different path, from the root of the app. */
  | { readonly kind: 'elsewhere'; readonly path: string }
  | { readonly kind: 'nothing'; readonly reason: 'not-static' | 'missing' }

/** Settings from the card on `main`. */
export async function spaceConfigOf(hub: Hub, repo: Readable): Promise<SpaceConfig> {
  const { commitOid } = await resolveRevision(hub, repo, 'main')
  return readSpaceConfig((await factsOfCommit(hub, repo, commitOid))?.cardData)
}

/**
 * Opens a file of a static Space's site, for callers that have checked read access. Files come from `refs/convert/build` if it exists, otherwise from
 * `main`; a folder resolves to its `index.html`, a missing file to the Space's own `404.html`.
 * @param path decoded, from the root of the app, without the leading slash
 */
export async function openSpaceFile(hub: Hub, repo: WithContent, path: string): Promise<SpaceFile> {
  const { commitOid: main } = await resolveRevision(hub, repo, 'main')
  const config = await spaceConfigOf(hub, repo)
  if ((config.sdk ?? repo.sdk) !== 'static') return { kind: 'nothing', reason: 'not-static' }
  const commitOid = (await findRevision(hub, repo, 'refs/convert/build'))?.commitOid ?? main
  // The front matter is for the hub; the page itself is at the path its own links expect.
  if (path === '' && config.appFile.includes('/')) return { kind: 'elsewhere', path: config.appFile }
  const asked = path === '' ? config.appFile : path.endsWith('/') ? `${path}index.html` : path
  const entry = await findEntry(hub, repo, commitOid, asked)
  if (entry?.type === 'directory') return { kind: 'elsewhere', path: `${asked}/` }
  if (entry?.type === 'file') return { kind: 'file', file: await openAtCommit(hub, repo, commitOid, asked), config, found: true }
  const own = await findOwnNotFound(hub, repo, commitOid)
  return own ? { kind: 'file', file: own, config, found: false } : { kind: 'nothing', reason: 'missing' }
}

async function findOwnNotFound(hub: Hub, repo: WithContent, commitOid: Oid): Promise<OpenedFile | null> {
  const entry = await findEntry(hub, repo, commitOid, '404.html')
  return entry?.type === 'file' ? openAtCommit(hub, repo, commitOid, '404.html') : null
}
