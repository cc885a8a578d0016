import type { Hub } from '@portolan/hub'
import type { Context } from 'hono'

/**
 * Sends a GET of a large file on to the store itself, by a signed address, when the settings wish for that; `null` when the hub sends the bytes.
 * HEAD is always answered here: signed addresses are for one method, and clients take the metadata from it (hub API 4.5). Pages of other origins
 * get the bytes from the hub too: the store may not let them read it.
 */
export async function storeRedirect(
  c: Context,
  hub: Hub,
  file: { sha256: string; size: number; name: string; contentType: string; attachment: boolean },
  headers: Readonly<Record<string, string>>,
): Promise<Response | null> {
  // Without links of the store there is nothing to ask. An empty file is not worth a second request.
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
    // The address ends; what leads to it must be asked for again.
    'Cache-Control': 'no-store',
    Location: location,
  })
}
