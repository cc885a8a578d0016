import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Hub } from '../hub.ts'
import { renderVersion } from './card-limits.ts'

/** `stored`: for good; `briefly`: in this process for some minutes, such as what took too long; `never`. */
export type Keep = 'stored' | 'briefly' | 'never'

const keptMs = 90 * 24 * 3600 * 1000
const briefMs = 10 * 60 * 1000
const writesBetweenSweeps = 500

interface HubRenderings {
  readonly memory: LRUCache<string, string>
  readonly running: Map<string, Promise<string>>
  writes: number
}

const byHub = new WeakMap<Hub['db'], HubRenderings>()

/**
 * The rendering of what `key` names: from memory, from the table `rendered`, or made now and kept.
 * Callers that ask at the same time share one rendering. With `null` for the key, as for a draft, it is made and forgotten. The table is a cache: rows older than 90 days are swept.
 */
export async function cachedRendering(
  hub: Hub,
  key: readonly string[] | null,
  render: () => Promise<{ html: string; keep: Keep }>,
): Promise<string> {
  if (key === null) return (await render()).html
  const renderings = renderingsOf(hub)
  const cacheKey = createHash('sha256')
    .update(JSON.stringify([renderVersion, ...key]))
    .digest('hex')
  const known = renderings.memory.get(cacheKey)
  if (known !== undefined) return known
  const running = renderings.running.get(cacheKey)
  if (running) return running
  const work = find(hub, renderings, cacheKey, render).finally(() => renderings.running.delete(cacheKey))
  renderings.running.set(cacheKey, work)
  return work
}

async function find(
  hub: Hub,
  renderings: HubRenderings,
  cacheKey: string,
  render: () => Promise<{ html: string; keep: Keep }>,
): Promise<string> {
  const row = await hub.db.read.selectFrom('rendered').select('html').where('cache_key', '=', cacheKey).executeTakeFirst()
  if (row) {
    renderings.memory.set(cacheKey, row.html)
    return row.html
  }
  const { html, keep } = await render()
  if (keep === 'briefly') renderings.memory.set(cacheKey, html, { ttl: briefMs })
  if (keep === 'stored') {
    renderings.memory.set(cacheKey, html)
    await store(hub, renderings, cacheKey, html)
  }
  return html
}

async function store(hub: Hub, renderings: HubRenderings, cacheKey: string, html: string): Promise<void> {
  const now = hub.now().getTime()
  const sweep = renderings.writes++ % writesBetweenSweeps === 0
  try {
    await hub.db.write(async (tx) => {
      await tx
        .insertInto('rendered')
        .values({ cache_key: cacheKey, html, created: now })
        .onConflict((conflict) => conflict.column('cache_key').doNothing())
        .execute()
      if (sweep)
        await tx
          .deleteFrom('rendered')
          .where('created', '<', now - keptMs)
          .execute()
    })
  } catch (error) {
    // The page has its HTML: a full disk must not take it away.
    hub.log.warn('A rendering could not be stored', { error: String(error) })
  }
}

function renderingsOf(hub: Hub): HubRenderings {
  let found = byHub.get(hub.db)
  if (!found) {
    const memory = new LRUCache<string, string>({ maxSize: 32 * 1024 * 1024, sizeCalculation: (html) => html.length + 100 })
    found = { memory, running: new Map(), writes: 0 }
    byHub.set(hub.db, found)
  }
  return found
}
