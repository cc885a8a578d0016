import { createHash } from 'node:crypto'
import { HubError } from '@portolan/contract'
import { type Hub, pictureRules } from '@portolan/hub'
import { pictureUrl } from '@portolan/markdown'
import { Hono } from 'hono'
import type { Env } from '../../env.ts'
import { describe } from '../../openapi/describe.ts'
import { pictureProxy } from '../../pictures/picture-proxy.ts'

/** Nothing in a picture runs or loads anything, also when it is opened by itself. */
const inert = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Pictures of other hosts, as cards and comments show them. The hub signs their addresses, and serves no others. */
export function pictureRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>().get(
    '/api/pictures/:signature/:url',
    describe({ summary: 'Read a picture of another host that a card or comment shows' }),
    async (c) => {
      const { mode, key } = await pictureRules(hub)
      const url = mode === 'proxy' ? pictureUrl(key, c.req.param('signature'), c.req.param('url')) : null
      if (url === null) throw new HubError('route.not_found')
      const picture = await pictureProxy(hub).get(url)
      if (typeof picture === 'string') throw new HubError('picture.unavailable', { message: `There is no picture: ${picture}.` })
      const etag = `"${createHash('sha256').update(picture.bytes).digest('base64url').slice(0, 22)}"`
      const headers = {
        'Content-Type': picture.type,
        'Content-Disposition': 'inline',
        'Content-Security-Policy': inert,
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Cache-Control': 'public, max-age=86400',
        ETag: etag,
      }
      if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
      return c.body(new Uint8Array(picture.bytes), 200, headers)
    },
  )
}
