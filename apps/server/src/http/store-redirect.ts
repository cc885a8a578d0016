import type { Hub } from '@portolan/hub'
import type { Context } from 'hono'

/**
 * Redirects a GET of a large file to the store by a signed address, when the settings say so; `null` when the hub sends the bytes.
 * HEAD is always handled here: a signed address is valid for one method, and clients take the metadata from the HEAD response (hub API 4.5).
 * Pages of other origins also get the bytes from the hub, because the store may not let them read the file.
 */
export async function storeRedirect(
  c: Context,
  hub: Hub,
  file: { sha256: string; size: number; name: string; contentType: string; attachment: boolean },
  headers: Readonly<Record<string, string>>,
): Promise<Response | null> {
  // Without a store that signs links there is nothing to redirect to. An empty file is not worth a second request.
  if (hub.blobs.links === null || c.req.method !== 'GET' || c.req.header('origin') !== undefined || file.size === 0) return null
  const location = await hub.blobs.links.download(file.sha256, {
    fileName: file.name,
    contentType: file.contentType,
    attachment: file.attachment,
  })
  if (location === null) return null
  return c.body(null, 302, {
    ...headers,
    ETag: `"${file.sha256}"`,
    'X-Linked-ETag': `"${file.sha256}"`,
    'X-Linked-Size': String(file.size),
    // The signed address expires, so the redirect must not be cached.
    'Cache-Control': 'no-store',
    Location: location,
  })
}
