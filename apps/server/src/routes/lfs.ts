import { errorStatus, HubError, limits, type RepoType } from '@portolan/contract'
import {
  acceptPart,
  acceptUpload,
  canWrite,
  type BatchObject,
  completeUpload,
  confirmUpload,
  findPart,
  type Hub,
  issueXetToken,
  lfsBatch,
  openDownload,
  type Repo,
  requireRepo,
  requireUploader,
} from '@portolan/hub'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../env.ts'
import { errorResponse } from '../http/error-response.ts'
import { untrustedContent } from '../http/file-headers.ts'
import { jsonBody } from '../http/json-body.ts'
import { repoPrefixes } from '../http/repo-params.ts'
import { withBody } from '../http/request-body.ts'
import { sendFile } from '../http/send-file.ts'
import { addLockRoutes } from './lfs-locks.ts'
import { storeRedirect } from '../http/store-redirect.ts'
import { storeUrl, xetTokenUrl } from '../wire/xet.ts'
import { describe } from '../openapi/describe.ts'

const lfsType = 'application/vnd.git-lfs+json'

const Batch = z.object({
  operation: z.enum(['upload', 'download']),
  transfers: z.array(z.string()).default(['basic']),
  objects: z.array(z.object({ oid: z.string(), size: z.number() })),
  // The JavaScript client writes sha_256.
  hash_algo: z.enum(['sha256', 'sha_256']).optional(),
})
const Verify = z.object({ oid: z.string(), size: z.number() })
const Complete = z.object({ oid: z.string(), parts: z.array(z.object({ partNumber: z.number(), etag: z.string() })) })

/**
 * Large files: the batch endpoint that git-lfs, Python, and JavaScript call, and the signed
 * addresses it returns. Clients send no credentials to those; the address is the permission.
 */
export function lfsRoutes(hub: Hub): Hono<Env> {
  const routes = new Hono<Env>()
  routes.onError((error, c) => lfsError(error, c, hub))
  for (const [prefix, type] of repoPrefixes) {
    routes.post(
      `${prefix}/:owner/:name/info/lfs/objects/batch`,
      describe({ summary: 'Ask for transfers of large files (git-lfs)', token: 'discussion.write' }),
      (c) => batch(c, hub, type),
    )
    addLockRoutes(routes, hub, `${prefix}/:owner/:name`, type)
    routes.all(`${prefix}/:owner/:name/info/lfs/*`, () => {
      throw new HubError('route.not_found')
    })
  }
  return routes
    .put('/lfs/upload/:token', describe({ summary: 'Upload a large file' }), async (c) => {
      await withBody(c, (body) => acceptUpload(hub, c.var.actor, c.req.param('token'), body))
      return c.body(null, 200)
    })
    .post('/lfs/verify/:token', describe({ summary: 'Confirm the upload of a large file', body: Verify }), async (c) => {
      await confirmUpload(hub, c.var.actor, c.req.param('token'), await jsonBody(c, Verify))
      return c.body(null, 200)
    })
    .get('/lfs/download/:token', describe({ summary: 'Download a large file' }), async (c) => {
      const { content } = await openDownload(hub, c.var.actor, c.req.param('token'))
      const file = { ...content, etag: content.sha256 }
      const contentType = 'application/octet-stream'
      const headers = { ...untrustedContent, 'Content-Type': contentType, 'Cache-Control': 'private, no-cache' }
      const elsewhere = content.isBlob
        ? await storeRedirect(c, hub, { ...content, name: content.sha256, contentType, attachment: true }, headers)
        : null
      return elsewhere ?? sendFile(c, file, headers, hub.log)
    })
    .put('/lfs/multipart/:token/:part', describe({ summary: 'Upload a part of a large file' }), async (c) => {
      const { token, part } = c.req.param()
      const { etag } = await withBody(c, (body) => acceptPart(hub, c.var.actor, token, Number(part), body))
      return c.body(null, 200, { ETag: `"${etag}"` })
    })
    .get('/lfs/multipart/:token/:part', describe({ summary: 'Whether a part was uploaded' }), async (c) => {
      const { token, part } = c.req.param()
      const found = await findPart(hub, c.var.actor, token, Number(part))
      if (!found) throw new HubError('lfs.object_missing', { message: `Part ${part} has not been uploaded.` })
      return c.body(null, 200, { ETag: `"${found.etag}"` })
    })
    .post('/lfs/multipart/:token', describe({ summary: 'Complete an upload in parts', body: Complete }), async (c) => {
      await completeUpload(hub, c.var.actor, c.req.param('token'), await jsonBody(c, Complete))
      return c.body(null, 200)
    })
}

async function batch(c: Context<Env>, hub: Hub, type: RepoType): Promise<Response> {
  const name = `${c.req.param('owner')}/${c.req.param('name')?.replace(/\.git$/, '')}`
  // Check access to the repo first: a stranger learns nothing from a malformed request.
  const asked = await requireRepo(hub, c.var.actor, type, name, 'read')
  const { operation, transfers, objects } = await jsonBody(c, Batch, limits.jsonBodyBytes)
  // An upload may be for a pull request; the client reveals that only when it commits.
  const repo =
    operation === 'upload'
      ? (await requireUploader(hub, c.var.actor, asked)).repo
      : await requireRepo(hub, c.var.actor, type, name, 'content')
  const answer = await lfsBatch(hub, c.var.actor, repo, { operation, transfers, objects })
  const xet = await xetUpload(c, hub, repo, { operation, transfers })
  if (xet !== null) {
    const wire = answer.objects.map((object) =>
      object.state === 'upload' || object.state === 'multipart'
        ? { oid: object.oid, size: object.size, authenticated: true, actions: { upload: xet } }
        : toWire(c, hub, object),
    )
    return c.body(JSON.stringify({ transfer: 'xet', objects: wire, hash_algo: 'sha256' }), 200, {
      'Content-Type': lfsType,
      'Cache-Control': 'no-store',
    })
  }
  return c.body(
    JSON.stringify({ transfer: answer.transfer, objects: answer.objects.map((object) => toWire(c, hub, object)), hash_algo: 'sha256' }),
    200,
    { 'Content-Type': lfsType, 'Cache-Control': 'no-store' },
  )
}

/** Where a Xet-capable client sends every object of its batch; `null` when it cannot or should not use Xet. */
async function xetUpload(
  c: Context<Env>,
  hub: Hub,
  repo: Repo,
  { operation, transfers }: { operation: 'upload' | 'download'; transfers: readonly string[] },
): Promise<{ href: string; header: Record<string, string> } | null> {
  if (operation !== 'upload' || !transfers.includes('xet') || hub.config.xet === 'off') return null
  // The caller may upload files; where they may commit them is checked at the commit.
  const mayWrite = canWrite(c.var.actor, repo)
  const access = await issueXetToken(hub, c.var.actor, repo, mayWrite ? 'write' : 'propose')
  return {
    href: `${xetTokenUrl(c, repo, 'write', 'main')}${mayWrite ? '' : '?create_pr=1'}`,
    header: {
      'X-Xet-Cas-Url': storeUrl(c, access.store),
      'X-Xet-Access-Token': access.token,
      'X-Xet-Token-Expiration': String(access.expiresAt.getTime() / 1000),
      'X-Xet-Session-Id': c.var.requestId,
    },
  }
}

function toWire(c: Context<Env>, hub: Hub, object: BatchObject): Record<string, unknown> {
  const { oid, size } = object
  // A missing `actions` means there is nothing to do; Python fails on null and on {}.
  if (object.state === 'stored') return { oid, size }
  if (object.state === 'error') return { oid, size, error: { code: objectStatus(object.error), message: object.error.message } }
  const expiry = {
    expires_in: Math.floor((object.expiresAt.getTime() - hub.now().getTime()) / 1000),
    expires_at: object.expiresAt.toISOString(),
  }
  const at = (kind: string, token: string) => `${c.var.origin}/lfs/${kind}/${token}`
  if (object.state === 'download') {
    return { oid, size, authenticated: true, actions: { download: { href: at('download', object.link), header: {}, ...expiry } } }
  }
  const verify = { href: at('verify', object.verify), header: {}, ...expiry }
  if (object.state === 'upload') {
    return { oid, size, authenticated: true, actions: { upload: { href: at('upload', object.link), header: {}, ...expiry }, verify } }
  }
  const href = at('multipart', object.link)
  const parts = Array.from({ length: object.parts }, (_, i) => [String(i + 1), object.partLinks?.[i] ?? `${href}/${i + 1}`])
  const header = { chunk_size: String(object.partBytes), ...Object.fromEntries(parts) }
  return { oid, size, authenticated: true, actions: { upload: { href, header, ...expiry }, verify } }
}

/** Per-object error codes of the LFS specification: a malformed object is 422. */
function objectStatus(error: HubError): number {
  return error.code === 'body.invalid' ? 422 : errorStatus[error.code].status
}

/** git-lfs reads `message`, and prompts for credentials only when the response offers Basic. */
async function lfsError(error: Error, c: Context<Env>, hub: Hub): Promise<Response> {
  const answer = errorResponse(error, c, hub)
  const text = await answer.text()
  const headers = new Headers(answer.headers)
  headers.delete('Content-Length')
  if (answer.status === 401) {
    headers.set('LFS-Authenticate', 'Basic realm="Portolan"')
    headers.set('WWW-Authenticate', 'Basic realm="Portolan"')
  }
  // To HEAD.
  if (text === '') return new Response(null, { status: answer.status, headers })
  headers.set('Content-Type', lfsType)
  const body = JSON.parse(text) as { error: string }
  return new Response(JSON.stringify({ ...body, message: body.error, request_id: c.var.requestId }), { status: answer.status, headers })
}
