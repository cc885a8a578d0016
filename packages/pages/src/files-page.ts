import { HubError, type RepoType } from '@portolan/contract'
import {
  type Actor,
  bodyOfCard,
  type Hub,
  findEntry,
  listCommits,
  listRefs,
  listTree,
  readBlob,
  splitRevisionPath,
  type TreeEntry,
  renderingsOf,
} from '@portolan/hub'
import { highlightSource, renderCard } from '@portolan/markdown'
import { loadRepo, type RepoHeaderView, showsContent } from './repo-view.ts'

/** Maximum source shown on a page; larger files are offered for download. Bytes. */
const maxShownBytes = 512 * 1024

export interface FileRow {
  readonly name: string
  readonly path: string
  readonly kind: 'file' | 'folder' | 'other'
  readonly size: number
  readonly isLarge: boolean
  readonly lastCommit: { readonly id: string; readonly title: string; readonly date: string } | null
}

export interface AtRevision {
  readonly header: RepoHeaderView
  readonly movedTo: string | null
  readonly revision: string
  readonly commitOid: string
  readonly path: string
  readonly branches: readonly string[]
  readonly tags: readonly string[]
}

export interface TreePage extends AtRevision {
  readonly rows: readonly FileRow[]
  readonly nextCursor: string | null
  readonly latest: {
    readonly id: string
    readonly title: string
    readonly author: string
    readonly date: string
    readonly total: number
  } | null
}

export interface BlobPage extends AtRevision {
  readonly size: number
  readonly sha256: string | null
  readonly oid: string
  readonly view:
    | { readonly kind: 'source'; readonly html: string; readonly lines: number; readonly truncated: boolean }
    | { readonly kind: 'markdown'; readonly html: string }
    | { readonly kind: 'image' | 'audio' | 'video' }
    | { readonly kind: 'binary' | 'too-large' | 'restricted' }
}

/** A folder at a revision. `rest` is `revision/path` from the URL, decoded. */
export async function treePage(
  hub: Hub,
  actor: Actor,
  type: RepoType,
  fullName: string,
  rest: string,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<TreePage> {
  const { repo, header, movedTo } = await loadRepo(hub, actor, type, fullName)
  const at = await splitRevisionPath(hub, repo, rest === '' ? 'main' : rest)
  const page = await listTree(hub, repo, at.commitOid, at.path, { expand: true, limit: 200, cursor, signal })
  const { commits, total } = await listCommits(hub, repo, at.commitOid, { page: 0, limit: 1 })
  const latest = commits[0]
  return {
    ...(await atRevision()),
    rows: page.entries.map(toRow),
    nextCursor: page.nextCursor,
    latest: latest ? { id: latest.oid, title: latest.title, author: latest.authorName, date: latest.date.toISOString(), total } : null,
  }

  async function atRevision(): Promise<AtRevision> {
    const refs = await listRefs(hub, repo)
    return {
      header,
      movedTo,
      revision: at.revision,
      commitOid: at.commitOid,
      path: at.path,
      branches: refs.branches.map(({ name }) => name),
      tags: refs.tags.map(({ name }) => name),
    }
  }
}

/** A file at a revision, as highlighted text, rendered, or as media. */
export async function blobPage(hub: Hub, actor: Actor, type: RepoType, fullName: string, rest: string): Promise<BlobPage> {
  const { repo, header, movedTo } = await loadRepo(hub, actor, type, fullName)
  const at = await splitRevisionPath(hub, repo, rest)
  const entry = await findEntry(hub, repo, at.commitOid, at.path)
  if (!entry || entry.type === 'directory') throw new HubError('entry.not_found', { path: at.path, commitOid: at.commitOid })
  const refs = await listRefs(hub, repo)
  const shared = {
    header,
    movedTo,
    revision: at.revision,
    commitOid: at.commitOid,
    path: at.path,
    branches: refs.branches.map(({ name }) => name),
    tags: refs.tags.map(({ name }) => name),
  }
  const base = { ...shared, size: entry.size, sha256: entry.lfs?.sha256 ?? null, oid: entry.oid }
  if (!showsContent(actor, repo)) return { ...base, view: { kind: 'restricted' } }
  const media = mediaKind(entry.name)
  if (media) return { ...base, view: { kind: media } }
  if (entry.lfs || entry.size > maxShownBytes) return { ...base, view: { kind: entry.lfs ? 'binary' : 'too-large' } }
  const body = await readBlob(hub, repo, entry.oid)
  if (body.includes(0)) return { ...base, view: { kind: 'binary' } }
  const text = body.toString('utf8')
  if (/\.(md|markdown)$/i.test(entry.name)) {
    const segments = at.path.split('/').slice(0, -1)
    const folder = segments.map((segment) => `${encodeURIComponent(segment)}/`).join('')
    const prefix = `${header.path}`
    const { html } = await renderCard(renderingsOf(hub), {
      markdown: bodyOfCard(text),
      cacheKey: `md:${entry.oid}:${prefix}:${at.revision}:${folder}`,
      linkBase: `${prefix}/blob/${encodeURIComponent(at.revision)}/${folder}`,
      rawBase: `${prefix}/resolve/${encodeURIComponent(at.revision)}/${folder}`,
    })
    return { ...base, view: { kind: 'markdown', html } }
  }
  const source = await highlightSource(renderingsOf(hub), { text, path: at.path, cacheKey: `src:${entry.oid}:${entry.name}` })
  return { ...base, view: { kind: 'source', ...source } }
}

function toRow(entry: TreeEntry): FileRow {
  return {
    name: entry.name,
    path: entry.path,
    kind: entry.type === 'file' ? 'file' : entry.type === 'directory' ? 'folder' : 'other',
    size: entry.size,
    isLarge: entry.lfs !== null,
    lastCommit: entry.lastCommit ? { ...entry.lastCommit, date: entry.lastCommit.date.toISOString() } : null,
  }
}

function mediaKind(name: string): 'image' | 'audio' | 'video' | null {
  if (/\.(png|jpe?g|gif|webp|svg|avif|bmp|ico)$/i.test(name)) return 'image'
  if (/\.(wav|mp3|flac|ogg|opus|m4a)$/i.test(name)) return 'audio'
  return /\.(mp4|webm|mov|ogv)$/i.test(name) ? 'video' : null
}
