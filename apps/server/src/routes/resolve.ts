import { HubError, repoPath, type RepoType } from '@portolan/contract'
import { countDownload, findRepo, type Hub, openEntry, type OpenedFile, type Repo, requireAccess, storeOf, xetHashes } from '@portolan/hub'
import { type Context, Hono } from 'hono'
import type { Env } from '../env.ts'
import { callerKey } from '../http/caller-key.ts'
import { contentTypeOf } from '../http/content-type.ts'
import { cacheControl, nameHeaders } from '../http/file-headers.ts'
import { rawTail } from '../http/path-tail.ts'
import { flag } from '../http/query.ts'
import { repoPrefixes } from '../http/repo-params.ts'
import { locate } from '../http/revision-path.ts'
import { sendFile } from '../http/send-file.ts'
import { storeRedirect } from '../http/store-redirect.ts'
import { storeUrl, xetTokenUrl } from '../wire/xet.ts'
import { describe } from '../openapi/describe.ts'

const fileInfoType = 'application/vnd.xet-fileinfo+json'

/** File contents: `resolve` follows pointers to large files, `raw` returns what git stores. */
export function resolveRoutes(hub: Hub): Hono<Env> {
  const routes = new Hono<Env>()
  for (const [prefix, type] of repoPrefixes) {
    routes.get(
      `${prefix}/:owner/:name/:how{resolve|raw}/*`,
      describe({ summary: 'Download a file', query: ['download', 'noContentDisposition'] }),
      (c) => file(c, hub, type, prefix === '' ? 3 : 4),
    )
  }
  return routes
}

/** @param segments number of path segments before the revision */
async function file(c: Context<Env>, hub: Hub, type: RepoType, segments: number): Promise<Response> {
  const asked = `${c.req.param('owner')}/${c.req.param('name')}`
  const found = await findRepo(hub, c.var.actor, type, asked)
  if (!found) throw new HubError('repo.not_found', { repo: asked, type })
  const { repo } = found
  const asStored = c.req.param('how') === 'raw'
  const rest = rawTail(c, segments)
  if (found.movedFrom !== null) {
    // Relative and with the same path: on HEAD, Python follows no other redirects (hub API 4.4).
    return c.redirect(`${c.var.basePath}/${repoPath(repo)}/${asStored ? 'raw' : 'resolve'}/${rest.join('/')}`, 307)
  }
  requireAccess(c.var.actor, repo, 'content')
  const { commitOid, revision, path } = await locate(hub, repo, rest)
  const opened = await openEntry(hub, c.var.actor, repo, commitOid, path, { asStored })
  if (c.req.method === 'GET' && !asStored) countDownload(hub, repo, { path, callerKey: callerKey(c) })
  const xetHash = opened.entry.lfs === null || asStored ? undefined : (await xetHashes(hub, [opened.etag])).get(opened.etag)
  const xet = xetHash === undefined ? {} : await xetHeaders(c, hub, repo, commitOid, xetHash)
  if (xetHash !== undefined && acceptsFileInfo(c)) return fileInfo(c, repo, opened, { commitOid, xetHash, headers: xet })
  const disposition = flag(c, 'download') ? 'attachment' : flag(c, 'noContentDisposition') ? 'unsaid' : 'inline'
  const headers = {
    ...nameHeaders(opened.name, disposition),
    ...linkedHeaders(opened, asStored),
    ...xet,
    'X-Repo-Commit': commitOid,
    'Cache-Control': cacheControl(repo, revision === commitOid),
  }
  if (opened.isBlob) {
    const file = { sha256: opened.etag, size: opened.size, name: opened.name, contentType: contentTypeOf(opened.name) }
    const elsewhere = await storeRedirect(c, hub, { ...file, attachment: disposition === 'attachment' }, headers)
    if (elsewhere !== null) return elsewhere
  }
  return sendFile(c, opened, headers, hub.log)
}

/** Headers that identify the content of a large file, which clients prefer over the regular ones. */
function linkedHeaders(opened: OpenedFile, asStored: boolean): Record<string, string> {
  if (opened.entry.lfs === null || asStored) return {}
  return { 'X-Linked-Size': String(opened.size), 'X-Linked-ETag': `"${opened.etag}"` }
}

/** The JavaScript client sends this when it can reconstruct a file from the chunk store. */
function acceptsFileInfo(c: Context<Env>): boolean {
  return c.req.method === 'GET' && (c.req.header('accept') ?? '').includes(fileInfoType)
}

/** Headers that announce the file in the chunk store, with the addresses of a token and of the reconstruction. */
async function xetHeaders(c: Context<Env>, hub: Hub, repo: Repo, commitOid: string, xetHash: string): Promise<Record<string, string>> {
  const store = storeUrl(c, await storeOf(hub, c.var.actor))
  const auth = xetTokenUrl(c, repo, 'read', commitOid)
  return {
    'X-Xet-Hash': xetHash,
    Link: `<${auth}>; rel="xet-auth", <${store}/v1/reconstructions/${xetHash}>; rel="xet-reconstruction-info"`,
  }
}

/** The response that the JavaScript client reads instead of the first byte of the file. */
function fileInfo(
  c: Context<Env>,
  repo: Repo,
  opened: OpenedFile,
  { commitOid, xetHash, headers }: { commitOid: string; xetHash: string; headers: Record<string, string> },
): Response {
  const [, refreshUrl, reconstructionUrl] = /<([^>]*)>.*<([^>]*)>/.exec(headers['Link'] ?? '') ?? []
  const body = JSON.stringify({ hash: xetHash, refreshUrl, reconstructionUrl, etag: `"${opened.etag}"`, size: opened.size })
  return c.body(body, 200, {
    ...nameHeaders(opened.name, 'inline'),
    ...linkedHeaders(opened, false),
    ...headers,
    'Content-Type': fileInfoType,
    ETag: `"${opened.etag}"`,
    'X-Repo-Commit': commitOid,
    'Cache-Control': cacheControl(repo, false),
    Vary: 'Origin, Accept',
  })
}
