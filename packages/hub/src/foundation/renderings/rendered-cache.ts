import type { Hub } from '../../hub.ts'
import { type CacheKey, contentKey, hubCache } from '../../hub-cache.ts'
import { hubState } from '../../hub-state.ts'

/** `stored`: persistently; `briefly`: in this process for a few minutes, for example after a timeout; `never`. */
export type Keep = 'stored' | 'briefly' | 'never'

const keptMs = 90 * 24 * 3600 * 1000
const briefMs = 10 * 60 * 1000
const writesBetweenSweeps = 500

interface Renderings {
  readonly running: Map<CacheKey, Promise<string>>
  writes: number
}

const memoryOf = hubCache<string>('renderings', { maxSize: 32 * 1024 * 1024, sizeCalculation: (html) => html.length + 100 })
const renderingsOf = hubState('rendering', (): Renderings => ({ running: new Map(), writes: 0 }))

/**
 * Returns the rendering for `key`: from memory, from the table `rendered`, or rendered now and cached.
 * Concurrent callers share one rendering. With a `null` key, as for a draft, it is not cached. The table is a cache: rows older than 90 days are swept.
 */
export async function cachedRendering(
  hub: Hub,
  key: readonly string[] | null,
  render: () => Promise<{ html: string; keep: Keep }>,
): Promise<string> {
  if (key === null) return (await render()).html
  const renderings = renderingsOf(hub)
  const cacheKey = contentKey(JSON.stringify(key))
  const known = memoryOf(hub).get(cacheKey)
  if (known !== undefined) return known
  const running = renderings.running.get(cacheKey)
  if (running) return running
  const work = find(hub, renderings, cacheKey, render).finally(() => renderings.running.delete(cacheKey))
  renderings.running.set(cacheKey, work)
  return work
}

async function find(
  hub: Hub,
  renderings: Renderings,
  cacheKey: CacheKey,
  render: () => Promise<{ html: string; keep: Keep }>,
): Promise<string> {
  const row = await hub.db.read.selectFrom('rendered').select('html').where('cache_key', '=', cacheKey).executeTakeFirst()
  if (row) {
    memoryOf(hub).set(cacheKey, row.html)
    return row.html
  }
  const { html, keep } = await render()
  if (keep === 'briefly') memoryOf(hub).set(cacheKey, html, { ttl: briefMs })
  if (keep === 'stored') {
    memoryOf(hub).set(cacheKey, html)
    await store(hub, renderings, cacheKey, html)
  }
  return html
}

async function store(hub: Hub, renderings: Renderings, cacheKey: CacheKey, html: string): Promise<void> {
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
    // The page has its HTML: a full disk must not prevent that.
    hub.log.warn('could not store a rendering', { error: String(error) })
  }
}
