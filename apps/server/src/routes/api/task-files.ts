import { HubError } from '@portolan/contract'
import { demoFile } from '@portolan/tasks/details'
import { Hono } from 'hono'
import type { Env } from '../../env.ts'
import { parseByteRange } from '../../http/byte-range.ts'
import { describe } from '../../openapi/describe.ts'

/** Images and audio for the task demos. Audio also supports range requests, without which some browsers refuse to play it. */
export function taskFileRoutes(): Hono<Env> {
  return new Hono<Env>().get('/api/tasks/:task/:file', describe({ summary: "A file of a task's page" }), (c) => {
    const file = demoFile(c.req.param('task'), c.req.param('file'))
    if (!file) throw new HubError('route.not_found')
    const headers: Record<string, string> = {
      'Content-Type': file.mediaType,
      'Cache-Control': 'public, max-age=3600',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    }
    if (file.mediaType !== 'audio/wav') return c.body(new Uint8Array(file.bytes), 200, headers)
    headers['Accept-Ranges'] = 'bytes'
    const size = file.bytes.length
    const range = parseByteRange(c.req.header('range'), size)
    if (range === 'unsatisfiable') return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${size}` })
    if (range === null) return c.body(new Uint8Array(file.bytes), 200, headers)
    const part = file.bytes.slice(range.start, range.end + 1)
    return c.body(part, 206, { ...headers, 'Content-Range': `bytes ${range.start}-${range.end}/${size}` })
  })
}
