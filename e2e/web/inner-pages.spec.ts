import { openPage } from './open-page.ts'
import { expect, expectGood, signIn, test } from './site.ts'

/* The pages that are reached from another one. */
test('a commit and the settings of a repo are quiet, accessible and fit', async ({ page, hub }) => {
  await signIn(page.context(), hub)
  await openPage(page, '/new')
  await page.locator('input[name=name]').fill('inner')
  await page.getByRole('main').locator('button[type=submit]').click()
  await page.waitForURL(/\/grace\/inner/)
  const { sha } = (await (await hub.fetch('/api/models/grace/inner')).json()) as { sha: string }
  for (const [name, path] of [
    ['inner-commit', `/grace/inner/commit/${sha}`],
    ['inner-settings', '/grace/inner/settings'],
  ] as const) {
    expect((await openPage(page, path))?.status()).toBe(200)
    await expectGood(page, name)
  }
})
