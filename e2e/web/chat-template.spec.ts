import type { Page } from '@playwright/test'
import { expect, expectGood } from './site.ts'
import { test } from './models.ts'

const prompt = (page: Page) => page.getByRole('region', { name: 'Rendered prompt' })
const given = (page: Page) => page.getByLabel('What the template is given, as JSON')

test('from the model to its template: formatted, as it stands, and the prompt of a conversation', async ({ page }) => {
  await page.goto('/ada/talker')
  await page.getByRole('navigation', { name: 'Parts of the repository' }).getByRole('link', { name: 'Chat template' }).click()
  const text = page.getByRole('region', { name: 'Text of the chat template' }).locator('code')
  await expect(text).toHaveText(/^\{\{- bos_token -\}\}\n\{%- for m in messages -%\}\n\t/)
  await expect(prompt(page)).toHaveText('<s>[INST] When does the next ferry leave? [/INST]')
  await expect(page.getByText('The formatted template gives the same.')).toBeVisible()

  await page.getByLabel('Start from').selectOption({ label: 'Several turns' })
  await expect(prompt(page)).toContainText('At noon, from pier 4.</s>')
  await given(page).fill('{"messages": [{"role": "user", "content": "<b>&amp;</b>"}]}')
  await expect(prompt(page)).toHaveText('[INST] <b>&amp;</b> [/INST]')
  await given(page).fill('{"messages": [')
  await expect(given(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('It follows once the JSON can be read.')).toBeVisible()

  await page.getByRole('link', { name: 'As it stands' }).click()
  await expect(page).toHaveURL(/view=source/)
  await expect(text).toHaveText(/^\{\{ bos_token \}\}\{% for m in messages %\}/)
  await page.getByRole('link', { name: 'strict' }).click()
  await expect(page.getByText('only questions here')).toHaveCount(1)
  await page.getByLabel('Start from').selectOption({ label: 'With a system message' })
  await expect(page.getByRole('status').filter({ hasText: 'ends in an error' })).toContainText('only questions here')
})

test('a template that does not end is given up, one that cannot be read is shown with the place', async ({ page }) => {
  await page.goto('/ada/endless/chat-template')
  await expect(page.getByText('The template did not end within 3 seconds.')).toBeVisible()
  await page.goto('/ada/unreadable/chat-template')
  await expect(page.getByText('unexpected "}" (line 2, column 14)')).toBeVisible()
  await expect(page.getByText('With this conversation the template ends in an error')).toBeVisible()
})

test('is whole without JavaScript', async ({ browser, hub }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${hub.url}/ada/talker/chat-template`)
  await expect(page.getByText('{%- for m in messages -%}')).toBeVisible()
  // Playwright's locators ignore noscript.
  expect(await page.innerText('#main')).toContain('That needs JavaScript')
  await context.close()
})

test('accessible and no wider than a telephone', async ({ page }) => {
  await page.goto('/ada/talker/chat-template')
  await expect(prompt(page)).toBeVisible()
  await expectGood(page, 'chat-template')
})
