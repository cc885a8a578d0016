import { createHash } from 'node:crypto'
import { avatarOf, type Hub } from '@portolan/hub'
import { Hono } from 'hono'
import type { Env } from '../env.ts'
import { untrustedContent } from '../http/file-headers.ts'
import { describe } from '../openapi/describe.ts'

/**
 * A picture for every name: the uploaded one, otherwise an eight-pointed compass rose with colors derived from the name, so the same name always
 * has the same picture. With `.svg` always the rose.
 */
export function avatarRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .get('/avatars/:file{.+\\.svg}', describe({ summary: 'A picture generated for an account' }), (c) =>
      c.body(avatarSvg(c.req.param('file').slice(0, -'.svg'.length)), 200, drawn),
    )
    .get('/avatars/:name', describe({ summary: 'The picture of an account' }), async (c) => {
      const name = c.req.param('name')
      const uploaded = await avatarOf(hub, name)
      if (uploaded === null) return c.body(avatarSvg(name), 200, { ...drawn, 'Cache-Control': 'no-cache' })
      const etag = `"${uploaded.version}"`
      const headers = { ...untrustedContent, 'Content-Type': uploaded.type, 'Cache-Control': 'no-cache', ETag: etag }
      if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
      return c.body(new Uint8Array(uploaded.bytes), 200, headers)
    })
}

const drawn = {
  'Content-Type': 'image/svg+xml',
  'Cache-Control': 'public, max-age=86400',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
}

export function avatarSvg(name: string): string {
  const bytes = createHash('sha256').update(name.toLowerCase()).digest()
  const hue = Math.round(((bytes[0] ?? 0) / 255) * 360)
  const turn = Math.round(((bytes[1] ?? 0) / 255) * 45)
  const points = Array.from({ length: 8 }, (_, i) => {
    const long = i % 2 === 0 ? 26 : 12 + ((bytes[i + 2] ?? 0) % 8)
    return `<path d="M32 ${32 - long}L36 32L28 32Z" transform="rotate(${i * 45} 32 32)" opacity="${i % 2 === 0 ? 1 : 0.6}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="hsl(${hue} 35% 30%)"/><g fill="hsl(${(hue + 40) % 360} 60% 85%)" transform="rotate(${turn} 32 32)">${points.join('')}</g></svg>`
}
