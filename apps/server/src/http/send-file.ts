import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Logger } from '@portolan/hub'
import type { Context } from 'hono'
import type { ByteRange } from './byte-range.ts'
import { fileHead } from './file-head.ts'
import { nodeHeaders } from './node-headers.ts'
import { streamFile } from './stream-file.ts'

/** A file to send. Content with the same entity tag never changes. */
export interface SendableFile {
  /** Without quotes. */
  readonly etag: string
  /** Bytes. */
  readonly size: number
  /** The path of the whole content on the local disk, when it is there; this is the fast case. */
  readonly localPath: string | null
  read(range?: ByteRange): Promise<Readable>
}

/**
 * Responds to a GET or HEAD with a file: in full, in part, or with no body when the client already has it. The bytes go straight to
 * Node's response, since web streams reach only half the speed. Headers that middlewares set before calling `next` are included.
 */
export async function sendFile(c: Context, file: SendableFile, headers: Readonly<Record<string, string>>, log: Logger): Promise<Response> {
  const head = fileHead(
    { method: c.req.method, range: c.req.header('range'), ifRange: c.req.header('if-range'), ifNoneMatch: c.req.header('if-none-match') },
    file.etag,
    file.size,
  )
  const all = c.body(null, head.status, { ...headers, ...head.headers })
  if (head.range === null) return all
  const outgoing = (c.env as Partial<HttpBindings> | undefined)?.outgoing
  if (!(outgoing && 'req' in outgoing)) return withoutNode(all, file, head.range)
  outgoing.writeHead(head.status, nodeHeaders(all.headers))
  await sendBytes(outgoing as ServerResponse, file, head.range, log)
  return RESPONSE_ALREADY_SENT
}

async function sendBytes(outgoing: ServerResponse, file: SendableFile, range: ByteRange, log: Logger): Promise<void> {
  try {
    if (file.localPath === null || !(await isStreamed(outgoing, file.localPath, range)))
      await pipeWhole(await file.read(range), outgoing, range.end - range.start + 1)
  } catch (error) {
    // The headers are already sent: breaking the connection is the only way left to signal that the rest is missing.
    outgoing.destroy()
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE')
      log.error('could not send a file completely', { error, etag: file.etag })
  }
}

/** @throws when there are too few or too many bytes: a client that was promised more would wait for the rest on a keep-alive connection */
async function pipeWhole(source: Readable, outgoing: ServerResponse, bytes: number): Promise<void> {
  let sent = 0
  let wrong: Error | null = null
  source.on('data', (piece: Uint8Array) => (sent += piece.byteLength))
  // Must run before the pipeline sees the end and ends the response.
  source.once('end', () => {
    if (sent === bytes) return
    wrong = new Error(`The file ended after ${sent} of ${bytes} bytes`)
    outgoing.destroy()
  })
  try {
    await pipeline(source, outgoing)
  } catch (error) {
    throw wrong ?? error
  }
}

/** False, with nothing sent, when the file no longer exists: since the lookup, its bytes may have moved into chunks. */
async function isStreamed(outgoing: ServerResponse, path: string, range: ByteRange): Promise<boolean> {
  try {
    await streamFile(outgoing, path, range)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** The case without a Node response, as in tests that call the app directly. */
async function withoutNode(head: Response, file: SendableFile, range: ByteRange): Promise<Response> {
  return new Response(Readable.toWeb(await file.read(range)) as ReadableStream<Uint8Array>, { status: head.status, headers: head.headers })
}
