import { expect, expectAccessible, expectFits, signIn, test } from './site.ts'

/* The pages that are reached from another one: a commit, and the settings of one's own repo. */
for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme} inner pages`, () => {
    test.use({ colorScheme })

    test('a commit and the settings of a repo are quiet, accessible and fit', async ({ page, hub }) => {
      await signIn(page.context(), hub)
      await page.goto('/new', { waitUntil: 'networkidle' })
      await page.locator('input[name=name]').fill(`inner-${colorScheme}`)
      await page.getByRole('main').locator('button[type=submit]').click()
      await page.waitForURL(/\/grace\/inner-/)
      const { sha } = (await (await hub.fetch(`/api/models/grace/inner-${colorScheme}`)).json()) as { sha: string }
      for (const path of [`/grace/inner-${colorScheme}/commit/${sha}`, `/grace/inner-${colorScheme}/settings`]) {
        await page.setViewportSize({ width: 1280, height: 800 })
        expect((await page.goto(path, { waitUntil: 'networkidle' }))?.status()).toBe(200)
        await expectAccessible(page)
        if (process.env['PORTOLAN_E2E_SHOTS'])
          await page.screenshot({ path: `${process.env['PORTOLAN_E2E_SHOTS']}/${colorScheme}-${path.split('/')[3]}.png` })
        await page.setViewportSize({ width: 360, height: 740 })
        await expectFits(page)
        await expectAccessible(page)
        if (process.env['PORTOLAN_E2E_SHOTS'])
          await page.screenshot({ path: `${process.env['PORTOLAN_E2E_SHOTS']}/${colorScheme}-${path.split('/')[3]}-360.png` })
      }
    })
  })
}
