import { noRuntime } from '@portolan/engine/testing'
import { filesOf, tinyModels } from '@portolan/engine/testing/models'
import { admin, bootHub, type BootedHub } from '../support/booted-hub.ts'
import { commitFiles } from '../support/commit-files.ts'
import { expect, expectGood, test as site } from './site.ts'

/** A hub whose own engine runs a tiny embedding model, which maps ships, sea and harbour to the same meaning. */
const test = site.extend<object, { hub: BootedHub }>({
  hub: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures wanted from this pattern
    async ({}, use) => {
      await using hub = await bootHub()
      const models = {
        vectors: filesOf(tinyModels['sentence-similarity'], 'sentence-similarity', 'what'),
        fleet: filesOf({}, 'text-generation', 'ships'),
        games: filesOf({}, 'text-generation', 'sport'),
        water: filesOf({}, 'text-generation', 'the sea'),
      }
      for (const [name, files] of Object.entries(models)) {
        await hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ type: 'model', name }) })
        await commitFiles(hub, `models/${admin.name}/${name}`, files)
      }
      await use(hub)
    },
    { scope: 'worker' },
  ],
})

test.skip(noRuntime !== null, noRuntime ?? '')

test('a word finds models whose cards do not have it, and a model names its neighbors', async ({ page, hub }) => {
  await expect
    .poll(async () => (await (await hub.fetch('/api/models/ada/fleet/similar')).json()) as { models: unknown[] }, { timeout: 120_000 })
    .toMatchObject({ models: [{ id: 'ada/water' }, {}] })
  await page.goto('/search?q=harbour')
  const near = page.getByRole('region', { name: 'Near in meaning' })
  await expect(near.getByRole('link', { name: 'ada/fleet' })).toBeVisible()
  await expect(near.getByRole('link', { name: 'ada/water' })).toBeVisible()
  await expectGood(page, 'search-by-meaning')
  await near.getByRole('link', { name: 'ada/fleet' }).click()
  const similar = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Similar models' }) })
  await expect(similar.getByRole('link').first()).toHaveText('ada/water')
  await expectGood(page, 'similar-models')
})
