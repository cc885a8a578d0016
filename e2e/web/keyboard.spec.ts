import { openPage } from './open-page.ts'
import { expect, test } from './site.ts'

const clipboard = () => navigator.clipboard.readText()

test('/ searches, ? lists the keys, Escape closes', async ({ page }) => {
  await openPage(page, '/ada/stories')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: /Search models/ })).toBeFocused()
  // A letter typed into a field is not a shortcut.
  await page.keyboard.type('cl?/')
  await expect(page.getByRole('searchbox', { name: /Search models/ })).toHaveValue('cl?/')
})

test('c copies exactly the code shown, ending in a newline, and says so', async ({ page, hub }) => {
  await openPage(page, '/ada/stories')
  await page.keyboard.press('c')
  const shown = await page.locator('[data-role=load]').first().textContent()
  await expect(page.locator('#announcer')).toContainText('copied')
  await expect(page.locator('[role=status]').filter({ hasText: 'copied' })).toBeVisible()
  const copied = await page.evaluate(clipboard)
  expect(copied).toBe(shown)
  expect(copied).toMatch(/\n$/)
  expect(copied).toContain(hub.url)
})

test('the copy buttons are reached by Tab and copy their own block', async ({ page }) => {
  await openPage(page, '/ada/stories')
  const panel = page.getByRole('region', { name: 'Use this model' })
  await panel.getByRole('button', { name: 'Copy', exact: true }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#announcer')).toHaveText('Install copied')
  expect(await page.evaluate(clipboard)).toBe(await page.locator('[data-role=install]').textContent())
})

test('l goes to the next language and keeps it in the address', async ({ page }) => {
  await openPage(page, '/ada/stories?library=files')
  const language = page.getByRole('navigation', { name: 'Language' }).locator('[aria-current=true]')
  const first = (await language.textContent()) ?? ''
  await page.keyboard.press('l')
  await expect(language).not.toHaveText(first)
  expect(new URL(page.url()).searchParams.get('language')).toBe(((await language.textContent()) ?? '').toLowerCase())
})

test('a pinned commit is printed into the code', async ({ page }) => {
  await openPage(page, '/ada/stories')
  await page.getByLabel(/^Revision: main/).click()
  await page.getByRole('link', { name: /^pinned [0-9a-f]{7}$/ }).click()
  await expect(page).toHaveURL(/revision=[0-9a-f]{40}/)
  const oid = new URL(page.url()).searchParams.get('revision') ?? 'none'
  await expect(page.locator('[data-role=load]').first()).toContainText(oid)
})
