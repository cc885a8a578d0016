import { describe, expect, test } from 'vitest'
import { renderCard } from '@portolan/markdown'
import { renderingsOf } from '@portolan/hub'
import { anotherProcess, databases, openTestHub } from '@portolan/hub/testing'

const bases = { linkBase: '/ada/stories/blob/main/', rawBase: '/ada/stories/resolve/main/' }

describe.for(databases)('rendering on %s', (database) => {
  test('a card is rendered once and kept by content and bases', async () => {
    await using hub = await openTestHub({ database })
    const input = { markdown: '# Tides\n\n[a](b.md)', cacheKey: 'a'.repeat(40), ...bases }
    const [first, same] = await Promise.all([renderCard(renderingsOf(hub), input), renderCard(renderingsOf(hub), input)])
    expect(first).toEqual(same)
    expect(first.toc).toEqual([{ id: 'user-content-tides', text: 'Tides', depth: 2 }])
    const elsewhere = await renderCard(renderingsOf(hub), { ...input, linkBase: '/ada/stories/blob/v2/' })
    expect(elsewhere.html).toContain('href="/ada/stories/blob/v2/b.md"')
    const rows = await hub.db.read.selectFrom('rendered').select(['html', 'created']).orderBy('html').execute()
    expect(rows.map(({ html }) => JSON.parse(html) as unknown)).toEqual([first, elsewhere])
    expect(Number(rows[0]?.created)).toBe(hub.now().getTime())
  })

  test('what stands in the table is used, and old rows are swept', async () => {
    await using hub = await openTestHub({ database })
    await renderCard(renderingsOf(hub), { markdown: 'old', cacheKey: 'old', ...bases })
    await hub.db.write((tx) =>
      tx
        .updateTable('rendered')
        .set({ html: JSON.stringify({ html: 'kept', toc: [] }) })
        .execute(),
    )
    // A different process: its memory is empty.
    const other = anotherProcess(hub)
    expect(await renderCard(renderingsOf(other), { markdown: 'old', cacheKey: 'old', ...bases })).toEqual({ html: 'kept', toc: [] })
    hub.tick(91 * 24 * 3600 * 1000)
    const third = anotherProcess(hub)
    await renderCard(renderingsOf(third), { markdown: 'new', cacheKey: 'new', ...bases })
    const rows = await hub.db.read.selectFrom('rendered').select('html').execute()
    expect(rows).toEqual([{ html: JSON.stringify({ html: '<p>new</p>', toc: [] }) }])
  })
})
