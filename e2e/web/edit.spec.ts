import { type BrowserContext, type Page } from '@playwright/test'
import type { BootedHub } from '../support/booted-hub.ts'
import { expect, expectAccessible, expectFits, signIn, test } from './site.ts'

/* What is done with files in a browser: written, edited, compared, taken back. */
async function newRepo(context: BrowserContext, hub: BootedHub, page: Page, name: string): Promise<void> {
  await signIn(context, hub)
  await page.goto('/new')
  await page.locator('input[name=name]').fill(name)
  await page.getByRole('main').locator('button[type=submit]').click()
  await page.waitForURL(new RegExp(`/grace/${name}`))
}

async function shot(page: Page, name: string): Promise<void> {
  if (process.env['PORTOLAN_E2E_SHOTS']) await page.screenshot({ path: `${process.env['PORTOLAN_E2E_SHOTS']}/${name}.png`, fullPage: true })
}

/** Quiet, accessible and fitting, wide in light and narrow in dark. */
async function expectGood(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
  await shot(page, `${name}-light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })
  await expectFits(page)
  await expectAccessible(page)
  await shot(page, `${name}-dark-360`)
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('a card is written, edited by its fields, compared and taken back', async ({ page, hub }) => {
  test.slow()
  await newRepo(page.context(), hub, page, 'edited')
  await page.goto('/grace/edited/new/main')
  await page.getByLabel('Name of the new file').fill('README.md')
  const editor = page.locator('.cm-content')
  await editor.click()
  await page.keyboard.insertText('---\nlicense: mit # asked\n---\n# Chart\n\nOf the harbour.\n')
  await page.getByRole('button', { name: 'Commit', exact: true }).click()
  await page.waitForURL(/blob\/main\/README\.md/)

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(editor).toContainText('asked')
  await page.getByLabel('Tags').fill('charts, harbours')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeFocused()
  await expect(page.getByRole('region', { name: 'Changed files' })).toContainText('harbours')
  await expect(editor).toContainText('license: mit # asked')
  await expectGood(page, 'edit')
  await page.getByLabel('Summary').fill('Name what it shows')
  await page.getByRole('button', { name: 'Commit', exact: true }).click()
  await page.waitForURL(/blob\/main\/README\.md/)

  await page.getByRole('link', { name: 'Blame' }).click()
  await expect(page.getByRole('link', { name: 'Name what it shows' }).first()).toBeVisible()
  await expectGood(page, 'blame')
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByRole('link', { name: 'Name what it shows' }).first().click()
  await expect(page.locator('.diff-code.is-added')).toHaveCount(3)
  await page.getByRole('link', { name: 'Side by side' }).click()
  await expect(page.locator('.diff-table.is-split')).toBeVisible()
  await expectGood(page, 'commit')

  await page.getByText('Revert', { exact: true }).click()
  await page.getByRole('button', { name: 'Revert this commit' }).click()
  await expect(page.getByRole('heading', { name: /^Revert "Name what it shows"/ })).toBeVisible()
  await expect(page.locator('.diff-code.is-removed')).toHaveCount(3)
  await page.goto('/grace/edited/compare/HEAD...main')
  await expect(page.getByText('No difference')).toBeVisible()
  await expectAccessible(page)
})

test('without JavaScript a file is edited and a branch made', async ({ browser, hub }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: hub.url })
  const page = await context.newPage()
  await newRepo(context, hub, page, 'plain')
  await page.goto('/grace/plain/new/main')
  await page.getByLabel('Name of the new file').fill('notes.txt')
  await page.locator('textarea[name=text]').fill('one\ntwo\n')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible()
  await page.getByText('To a new branch').click()
  await page.getByLabel('Name of the new branch').fill('feat/notes')
  await page.getByRole('button', { name: 'Commit', exact: true }).click()
  await page.waitForURL(/compare\/main\.\.\.feat/)
  await expect(page.locator('.diff-code.is-added')).toHaveText(['one', 'two'])
  await page.goto('/grace/plain/branches')
  await expect(page.getByRole('link', { name: '1 ahead' })).toBeVisible()
  await page.getByText('New tag').click()
  await page.getByRole('group').filter({ hasText: 'New tag' }).getByLabel('Name').fill('v1')
  await page.getByRole('button', { name: 'Create tag' }).click()
  await expect(page.getByRole('link', { name: 'v1', exact: true })).toBeVisible()
  await context.close()
})
