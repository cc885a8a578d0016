import { createHash } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { openPage } from './open-page.ts'
import { expect, test } from './hub-fixture.ts'

const weights = { name: 'model.safetensors', mimeType: 'application/octet-stream', buffer: Buffer.alloc(12_000_000, 'tide') }
const config = { name: 'config.json', mimeType: 'application/json', buffer: Buffer.from('{"model_type":"llama"}') }
const empty = { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) }

test('files are uploaded, large ones as large files, and are the same when they come back', async ({ page }) => {
  await openUpload(page, 'mira')
  await page.getByLabel('Choose files').setInputFiles([weights, config, empty])
  await page.getByLabel('Summary').fill('Three files')
  await page.getByRole('button', { name: 'Upload 3 files (12.0 MB)' }).click()
  await page.waitForURL(/\/mira\/harbour\/tree\/main/)
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Three files' }).first()).toBeVisible()
  for (const file of [weights, config, empty]) {
    const answer = await page.request.get(`/mira/harbour/resolve/main/${file.name}`)
    expect(answer.status()).toBe(200)
    expect((await answer.body()).equals(file.buffer)).toBe(true)
    if (file === weights) expect(answer.headers()['etag']).toBe(`"${createHash('sha256').update(file.buffer).digest('hex')}"`)
  }
})

test('what failed is tried again, alone', async ({ page, quiet }) => {
  await openUpload(page, 'nora')
  await page.route('**/lfs/upload/**', (route) => route.abort(), { times: 1 })
  await page.getByLabel('Choose files').setInputFiles([weights, config])
  await page.getByRole('button', { name: /^Upload 2 files/ }).click()
  await expect(page.getByRole('alert')).toHaveText('One file failed. The others are committed.')
  await expect(page.getByText('The connection broke. Try again.')).toBeVisible()
  // The browser itself logs an error about the connection that the test broke.
  expect(quiet).toEqual([expect.stringContaining('ERR_FAILED')])
  quiet.length = 0
  await page.getByRole('button', { name: /^Try again with one file/ }).click()
  await page.waitForURL(/\/nora\/harbour\/tree\/main/)
  await expect(page.getByRole('link', { name: 'model.safetensors' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'config.json' })).toBeVisible()
})

test('a canceled upload commits nothing, and goes on when asked', async ({ page }) => {
  await openUpload(page, 'olga')
  const huge = { ...weights, name: 'huge.bin', buffer: Buffer.alloc(45_000_000, 'y') }
  await page.getByLabel('Choose files').setInputFiles([huge])
  // The file does not arrive before it is canceled, however slow this test is.
  const canceled = Promise.withResolvers<void>()
  await page.route('**/lfs/upload/**', (route) => canceled.promise.then(() => route.abort()), { times: 1 })
  const sending = page.waitForRequest('**/lfs/upload/**')
  await page.getByRole('button', { name: /^Upload one file/ }).click()
  await sending
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toHaveText('Canceled. What was not committed is not in the repository.')
  canceled.resolve()
  expect((await page.request.get('/olga/harbour/resolve/main/huge.bin')).status()).toBe(404)
  await page.getByRole('button', { name: /^Upload one file/ }).click()
  await page.waitForURL(/\/olga\/harbour\/tree\/main/)
})

test('the page is accessible, fits 360 px, and says what to do without JavaScript', async ({ page, browser }) => {
  await openUpload(page, 'petra')
  await page.getByLabel('Choose files').setInputFiles([config, empty])
  const { violations } = await new AxeBuilder({ page }).include('main').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Remove empty.txt' }).click()
  await expect(page.getByRole('button', { name: /^Upload one file/ })).toBeEnabled()

  const context = await browser.newContext({ javaScriptEnabled: false, storageState: await page.context().storageState() })
  const plain = await context.newPage()
  await plain.goto(page.url())
  // Text selectors ignore <noscript>.
  await expect(plain.locator('main')).toContainText('This page needs JavaScript.', { useInnerText: true })
  await expect(plain.getByText('hf upload petra/harbour ./folder .')).toBeVisible()
  await expect(plain.getByRole('button', { name: 'Choose files' })).toBeHidden()
  await context.close()
})

test('strangers sign in first', async ({ page }) => {
  await page.goto('/ada/stories/upload/main')
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fada%2Fstories%2Fupload%2Fmain$/)
})

/** Creates an account and its model `harbour`, and opens the upload page. */
async function openUpload(page: Page, name: string): Promise<void> {
  await page.goto('/sign-up')
  await page.getByLabel('User name').fill(name)
  await page.getByLabel('Password').fill('a long enough secret')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel(`Account ${name}`)).toBeVisible()
  const answer = await page.request.post('/api/repos/create', {
    data: { type: 'model', name: 'harbour' },
    headers: { Origin: new URL(page.url()).origin },
  })
  expect(answer.status()).toBe(200)
  await openPage(page, `/${name}/harbour/upload/main`)
}
