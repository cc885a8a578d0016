import { createHash } from 'node:crypto'
import type { TestServer, TestUser } from './open-test-server.ts'

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The SHA-1 oid of a git blob. */
export function gitOidOf(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

export interface WireObject {
  readonly oid: string
  readonly size: number
  readonly actions?: {
    readonly upload?: { readonly href: string; readonly header: Record<string, string> }
    readonly verify?: { readonly href: string }
    readonly download?: { readonly href: string }
  }
  readonly error?: { readonly code: number; readonly message: string }
}

/** Calls the batch endpoint for one object. @param repo `ada/tides`, with its prefix */
export async function batchOf(
  server: TestServer,
  repo: string,
  bytes: Uint8Array,
  options: { as?: TestUser; operation?: 'upload' | 'download' } = {},
): Promise<WireObject> {
  const answer = await server.request(`/${repo}.git/info/lfs/objects/batch`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/vnd.git-lfs+json', Accept: 'application/vnd.git-lfs+json' },
    body: JSON.stringify({
      operation: options.operation ?? 'upload',
      transfers: ['basic', 'multipart'],
      objects: [{ oid: sha256Of(bytes), size: bytes.length }],
      hash_algo: 'sha256',
    }),
    ...(options.as ? { as: options.as } : {}),
  })
  if (answer.status !== 200) throw new Error(`batch: ${answer.status} ${await answer.text()}`)
  const { objects } = (await answer.json()) as { objects: WireObject[] }
  const [object] = objects
  if (!object) throw new Error('batch: no object')
  return object
}

/** Builds the lines of a commit body. */
export function ndjson(...lines: readonly unknown[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

export function header(summary = 'a change', more: Record<string, unknown> = {}): unknown {
  return { key: 'header', value: { summary, ...more } }
}

export function file(path: string, content: Uint8Array | string): unknown {
  return { key: 'file', value: { content: Buffer.from(content).toString('base64'), path, encoding: 'base64' } }
}

/** Sends a commit. @param repo `models/ada/tides` */
export function commit(
  server: TestServer,
  repo: string,
  body: string | Uint8Array,
  options: { as?: TestUser; revision?: string; createPr?: boolean } = {},
): Promise<Response> {
  return server.request(
    `/api/${repo}/commit/${encodeURIComponent(options.revision ?? 'main')}${options.createPr === true ? '?create_pr=1' : ''}`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-ndjson' },
      body: body as NonNullable<RequestInit['body']>,
      ...(options.as ? { as: options.as } : {}),
    },
  )
}

/** Uploads a large file the LFS way and commits it. */
export async function commitLarge(server: TestServer, repo: string, path: string, bytes: Uint8Array, as: TestUser): Promise<void> {
  const { actions } = await batchOf(server, repo, bytes, { as })
  if (actions?.upload) {
    const put = await server.request(actions.upload.href, { method: 'PUT', body: bytes as NonNullable<RequestInit['body']> })
    if (put.status !== 200) throw new Error(`upload: ${put.status} ${await put.text()}`)
  }
  const answer = await commit(
    server,
    `models/${repo}`,
    ndjson(header(), { key: 'lfsFile', value: { path, algo: 'sha256', oid: sha256Of(bytes), size: bytes.length } }),
    { as },
  )
  if (answer.status !== 200) throw new Error(`commit: ${answer.status} ${await answer.text()}`)
}
