import { HubError, isHubError } from '@portolan/contract'
import {
  acceptShard,
  acceptXorb,
  findDuplicates,
  hasFile,
  type Hub,
  openXetSession,
  openXorbRange,
  reconstruct,
  type Reconstruction,
  type XetSession,
} from '@portolan/hub'
import { type Hash, parseHash, xetLimits } from '@portolan/xet'
import { type Context, Hono } from 'hono'
import type { Env } from '../env.ts'
import { parseByteRange } from '../http/byte-range.ts'
import { untrustedContent } from '../http/file-headers.ts'
import { readBody } from '../http/json-body.ts'
import { withBody } from '../http/request-body.ts'
import { sendFile } from '../http/send-file.ts'
import { storeUrl } from '../wire/xet.ts'
import { ByteBudget } from '../http/byte-budget.ts'
import { describe } from '../openapi/describe.ts'

/** Memory limit for all shards being read: a shard is read into memory before it is validated. Bytes. */
const shardBytes = 256 * 1024 * 1024

/** How often progress is sent, since clients give up on a silent connection. Milliseconds. */
const progressEvery = 2_000

/**
 * The chunk store, which `hf_xet` and the JavaScript client use instead of LFS. The first segment
 * after `/xet` scopes the client's cache; it grants nothing.
 */
export function xetRoutes(hub: Hub): Hono<Env> {
  const shardRoom = new ByteBudget(shardBytes, xetLimits.shardBytes)
  const store = '/xet/:store'
  return new Hono<Env>()
    .post(`${store}/v1/xorbs/default/:hash`, describe({ summary: 'Upload a xorb (Xet)' }), async (c) => {
      await withBody(c, async (body) => {
        const session = await sessionOf(c, hub, 'write')
        await acceptXorb(hub, session, hashOf(c), body)
      })
      // Do not reveal whether another user uploaded it before.
      return c.json({ was_inserted: true })
    })
    .post(`${store}/v1/shards`, describe({ summary: 'Upload a shard (Xet)' }), async (c) => {
      const session = await sessionOf(c, hub, 'write')
      using room = shardRoom.reserve(c.req.header('content-length'))
      const shard = await readBody(c, room.bytes)
      const { isNew } = await acceptShard(hub, session, shard, { signal: c.req.raw.signal })
      return c.json({ result: isNew ? 1 : 0 })
    })
    .post(`${store}/v2/shards`, describe({ summary: 'Upload a shard (Xet, version 2)' }), async (c) => {
      const session = await sessionOf(c, hub, 'write')
      const room = shardRoom.reserve(c.req.header('content-length'))
      try {
        return shardProgress(c, hub, session, await readBody(c, room.bytes), () => room[Symbol.dispose]())
      } catch (error) {
        room[Symbol.dispose]()
        throw error
      }
    })
    .get(`${store}/v1/chunks/:prefix{default(?:-merkledb)?}/:hash`, describe({ summary: 'Find known chunks (Xet)' }), async (c) => {
      const shard = await findDuplicates(hub, await sessionOf(c, hub, 'read'), hashOf(c))
      if (shard === null) throw new HubError('xet.not_found')
      return c.body(Buffer.from(shard), 200, {
        ...untrustedContent,
        'Content-Type': 'application/octet-stream',
        'Cache-Control': 'no-store',
      })
    })
    .get(`${store}/v1/files/:hash`, describe({ summary: 'Read a file from chunks (Xet)' }), async (c) => {
      if (!(await hasFile(hub, await sessionOf(c, hub, 'read'), hashOf(c)))) throw new HubError('xet.not_found')
      return c.body(null, 200)
    })
    .get(`${store}/:version{v[12]}/reconstructions/:hash`, describe({ summary: 'How a file is composed of chunks (Xet)' }), async (c) => {
      const session = await sessionOf(c, hub, 'read')
      const found = await reconstruct(hub, session, hashOf(c), rangeOf(c))
      return c.json(c.req.param('version') === 'v2' ? toWireV2(c, found) : toWireV1(c, found), 200, { 'Cache-Control': 'no-store' })
    })
    .get(`${store}/data/:token`, describe({ summary: 'Download part of a xorb (Xet)' }), (c) => sendRange(c, hub))
    .post('/v1/telemetry', describe({ summary: 'Telemetry of clients (ignored)' }), async (c) => {
      // The telemetry is discarded.
      await sessionOf(c, hub, 'read')
      return c.body(null, 200)
    })
}

function sessionOf(c: Context<Env>, hub: Hub, need: 'read' | 'write'): Promise<XetSession> {
  const [, token = null] = /^bearer\s+(\S+)$/i.exec(c.req.header('authorization')?.trim() ?? '') ?? []
  return openXetSession(hub, token, need)
}

function hashOf(c: Context<Env>): Hash {
  const hash = parseHash(c.req.param('hash') ?? '')
  if (hash === null) throw new HubError('xet.invalid', { message: 'A hash must be 64 lowercase hex digits.' })
  return hash
}

/** A byte range of a file, which may extend past its end. @throws {HubError} `xet.range_invalid` for any other form */
function rangeOf(c: Context<Env>): { start: number; end: number } | null {
  const header = c.req.header('range')
  if (header === undefined) return null
  const [, first = '', last = ''] = /^bytes=(\d{1,20})-(\d{0,20})$/.exec(header) ?? []
  const start = Number(first)
  // Clients send a 64-bit maximum for "to the end", which exceeds a safe integer here.
  const end = last === '' ? Number.MAX_SAFE_INTEGER : Math.min(Number(last), Number.MAX_SAFE_INTEGER)
  if (first === '' || end < start || start > Number.MAX_SAFE_INTEGER) throw new HubError('xet.range_invalid')
  return { start, end }
}

function linkTo(c: Context<Env>, link: string): string {
  return `${storeUrl(c, c.req.param('store') ?? '')}/data/${link}`
}

function toWireV2(c: Context<Env>, { offset, terms, fetch }: Reconstruction) {
  return {
    offset_into_first_range: offset,
    terms: wireTerms(terms),
    xorbs: Object.fromEntries(
      [...fetch].map(([hash, ranges]) => [
        hash,
        ranges.map(({ chunks, bytes, link }) => ({ url: linkTo(c, link), ranges: [{ chunks, bytes }] })),
      ]),
    ),
  }
}

function toWireV1(c: Context<Env>, { offset, terms, fetch }: Reconstruction) {
  return {
    offset_into_first_range: offset,
    terms: wireTerms(terms),
    fetch_info: Object.fromEntries(
      [...fetch].map(([hash, ranges]) => [
        hash,
        ranges.map(({ chunks, bytes, link }) => ({ range: chunks, url: linkTo(c, link), url_range: bytes })),
      ]),
    ),
  }
}

function wireTerms(terms: Reconstruction['terms']) {
  return terms.map(({ xorb, chunks, bytes }) => ({ hash: xorb, unpacked_length: bytes, range: chunks }))
}

/** Sends a signed range, or part of it. Clients send no credentials: the address is the permission. */
async function sendRange(c: Context<Env>, hub: Hub): Promise<Response> {
  const xorb = await openXorbRange(hub, c.req.param('token') ?? '')
  const asked = parseByteRange(c.req.header('range'), xorb.size)
  if (asked === null || asked === 'unsatisfiable' || asked.start < xorb.allowed.start || asked.end > xorb.allowed.end)
    throw new HubError('xet.link_expired', { message: 'This URL is signed for one byte range; request that range.' })
  return sendFile(
    c,
    { etag: xorb.hash, size: xorb.size, localPath: xorb.localPath, read: xorb.read },
    { ...untrustedContent, 'Content-Type': 'application/octet-stream', 'Cache-Control': 'private, max-age=3600' },
    hub.log,
  )
}

/** The long form of a shard upload: JSON lines while the files are validated, and the result as the last line. */
function shardProgress(c: Context<Env>, hub: Hub, session: XetSession, shard: Buffer, done: () => void): Response {
  const left = new AbortController()
  const signal = AbortSignal.any([left.signal, c.req.raw.signal])
  const lines = new ReadableStream<Uint8Array>({
    async start(controller) {
      const line = (value: unknown) => {
        // Enqueueing after the reader has disconnected throws.
        if (!signal.aborted) controller.enqueue(Buffer.from(`${JSON.stringify(value)}\n`))
      }
      let progress = { verified: 0, total: 1 }
      line({ type: 'validating', ...progress })
      const timer = setInterval(() => line({ type: 'validating', ...progress }), progressEvery)
      try {
        await acceptShard(hub, session, shard, { signal, onProgress: (verified, total) => (progress = { verified, total }) })
        clearInterval(timer)
        line({ type: 'result', result: 1 })
        controller.close()
      } catch (error) {
        clearInterval(timer)
        // The client has disconnected, so there is nobody to report to.
        if (signal.aborted) return
        if (!isHubError(error)) hub.log.error('could not process a shard', { requestId: c.var.requestId, error: String(error) })
        const message = isHubError(error) ? error.message : 'Something went wrong on the server. Its log has details under the request ID.'
        line({ type: 'error', message, retryable: !isHubError(error) || error.code === 'storage.full' })
        controller.close()
      } finally {
        done()
      }
    },
    cancel: () => left.abort(),
  })
  return c.body(lines, 200, { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' })
}
