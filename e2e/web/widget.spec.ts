import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { bootHub, type BootedHub } from '../support/booted-hub.ts'
import { commitFiles } from '../support/commit-files.ts'
import { meanColourModel } from '../support/tiny-onnx.ts'
import { tinyLlama } from './hub-fixture.ts'
import { admin, expect, expectAccessible, expectFits, signIn, test as site } from './site.ts'

/** A hub with models that browsers can run, and some that they cannot. */
const test = site.extend<object, { hub: BootedHub }>({
  hub: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures wanted from this pattern
    async ({}, use) => {
      await using hub = await bootHub()
      await fill(hub)
      await use(hub)
    },
    { scope: 'worker' },
  ],
})

/** Refuses whatever does not go to the hub. @returns what was refused */
async function refuseOutside(context: BrowserContext, hub: BootedHub): Promise<string[]> {
  const refused: string[] = []
  await context.route(
    (url) => url.origin !== new URL(hub.url).origin && url.protocol.startsWith('http'),
    async (route) => {
      refused.push(route.request().url())
      await route.abort()
    },
  )
  return refused
}

const widget = (page: Page) => page.getByRole('region', { name: 'Try it' })
const result = (page: Page) => widget(page).getByRole('region', { name: 'Result' })
const runButton = (page: Page) => widget(page).getByRole('button', { name: 'Run in this browser' })
const status = (page: Page) => widget(page).getByRole('status')

test('the tiny Llama writes in the browser, and no request leaves the hub', async ({ context, page, hub }) => {
  test.skip(tinyLlama === null, 'the real material is absent')
  const refused = await refuseOutside(context, hub)
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  await page.goto('/ada/stories')
  await expect(runButton(page)).toBeEnabled()
  expect(asked.filter((url) => /\.wasm|\.onnx|run-model/.test(url))).toEqual([])

  await widget(page).getByLabel('Text').fill('Once upon a time')
  await widget(page).getByLabel('Longest answer').fill('40')
  await runButton(page).click()
  await expect(status(page)).toHaveText(/^Ran in this browser \(WebAssembly\) in /, { timeout: 60_000 })
  // Weights trained on children's stories: the likeliest words are the same on every machine.
  await expect(result(page)).toContainText('Once upon a time, there was a little girl named Lily.')
  expect(refused).toEqual([])
  expect(asked.filter((url) => new URL(url).origin !== new URL(hub.url).origin && url.startsWith('http'))).toEqual([])
  expect(asked.filter((url) => url.endsWith('/onnx/model.onnx'))).not.toEqual([])
})

test('a run can be stopped, and run again', async ({ page }) => {
  test.skip(tinyLlama === null, 'the real material is absent')
  await page.goto('/ada/stories')
  await widget(page).getByLabel('Longest answer').fill('450')
  await runButton(page).click()
  await expect(result(page)).toContainText('The old skipper looked at the sky and said', { timeout: 60_000 })
  await widget(page).getByRole('button', { name: 'Stop' }).click()
  await expect(status(page)).toHaveText('Stopped.')
  await widget(page).getByLabel('Longest answer').fill('3')
  await widget(page).getByLabel('Text').press('Control+Enter')
  await expect(status(page)).toHaveText(/^Ran in this browser/, { timeout: 60_000 })
})

test('a private model runs for its owner and is not there for others', async ({ browser, context, page, hub }) => {
  test.skip(tinyLlama === null, 'the real material is absent')
  await signIn(context, hub)
  await copyToGrace(page)
  await page.goto('/grace/secret')
  await runButton(page).click()
  await expect(status(page)).toHaveText(/^Ran in this browser/, { timeout: 60_000 })
  const stranger = await browser.newContext()
  for (const path of ['', '/resolve/main/onnx/model.onnx']) {
    const [hidden, missing] = await Promise.all(
      ['secret', 'nothing'].map((name) => stranger.request.get(`${hub.url}/grace/${name}${path}`)),
    )
    expect(hidden?.ok()).toBe(false)
    expect(hidden?.status()).toBe(missing?.status())
  }
  await stranger.close()
})

/** Makes a private model with the session of the page, as the upload page does. */
async function copyToGrace(page: Page): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const files = Object.entries({ ...llamaFiles(), 'README.md': '---\npipeline_tag: text-generation\n---\n' }).map(([path, content]) => ({
    path,
    content: Buffer.from(content).toString('base64'),
  }))
  await page.goto('/')
  const answers = await page.evaluate(
    async ([given, entries]) => {
      const create = await fetch('/api/repos/create', {
        method: 'POST',
        headers: given,
        body: JSON.stringify({ type: 'model', name: 'secret', private: true }),
      })
      const lines = [
        { key: 'header', value: { summary: 'Add' } },
        ...entries.map((value) => ({ key: 'file', value: { ...value, encoding: 'base64' } })),
      ]
      const commit = await fetch('/api/models/grace/secret/commit/main', {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        body: lines.map((line) => JSON.stringify(line)).join('\n'),
      })
      return [create.status, commit.status]
    },
    [headers, files] as const,
  )
  expect(answers).toEqual([200, 200])
}

test('an image classifier draws bars: of a sample, of a file that is dropped', async ({ page }) => {
  await page.goto('/ada/colours')
  await expect(widget(page).getByRole('img', { name: 'Chosen: input.svg' })).toBeVisible()
  await runButton(page).click()
  await expect(result(page).getByRole('listitem')).toHaveCount(3, { timeout: 60_000 })
  await expect(result(page).getByRole('listitem').first()).toContainText('blue')

  const red = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 20 })
    const context = canvas.getContext('2d')
    if (context) context.fillStyle = '#ff0000'
    context?.fillRect(0, 0, 40, 20)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  await widget(page)
    .getByLabel('Picture: choose a file')
    .setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: Buffer.from(red, 'base64') })
  await expect(widget(page).getByRole('img', { name: 'Chosen: red.png' })).toBeVisible()
  await runButton(page).click()
  await expect(result(page).getByRole('listitem').first()).toContainText(/^red/)
})

test('says why a model does not run: before, and when its files are broken', async ({ page }) => {
  await page.goto('/ada/torch')
  await expect(widget(page)).toContainText('This model cannot run in the browser: it has no ONNX weights in a folder onnx.')
  await expect(widget(page).getByRole('button')).toHaveCount(0)
  await page.goto('/ada/own')
  await expect(widget(page)).toContainText('its config.json names no type that transformers.js knows')
  await page.goto('/ada/broken')
  await runButton(page).click()
  await expect(status(page)).toHaveText('The model did not run.', { timeout: 60_000 })
  await expect(runButton(page)).toBeEnabled()
})

test('fields are there before any script, and nothing promises what cannot be done', async ({ browser, hub }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${hub.url}/ada/colours`)
  await expect(page.getByRole('button', { name: 'Run in this browser' })).toBeDisabled()
  expect(await page.innerText('#main')).toContain('Running it needs JavaScript')
  await context.close()
})

for (const scheme of ['light', 'dark'] as const)
  test(`accessible and no wider than a telephone, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme })
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/ada/colours')
      await widget(page).scrollIntoViewIfNeeded()
      await runButton(page).click()
      await expect(result(page).getByRole('listitem')).toHaveCount(3, { timeout: 60_000 })
      await expectFits(page)
      await expectAccessible(page)
    }
  })

function llamaFiles(): Record<string, string | Uint8Array> {
  if (tinyLlama === null) return {}
  const folder = tinyLlama
  const wanted = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !/gguf|safetensors/.test(entry.name),
  )
  return Object.fromEntries(
    wanted.map(({ parentPath, name }) => [join(parentPath, name).slice(folder.length + 1), readFileSync(join(parentPath, name))]),
  )
}

async function fill(hub: BootedHub): Promise<void> {
  const create = (name: string, more: object = {}) =>
    hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ type: 'model', name, ...more }) })
  const add = async (name: string, files: Record<string, string | Uint8Array>, more: object = {}) => {
    expect((await create(name, more)).status).toBe(200)
    await commitFiles(hub, `models/${admin.name}/${name}`, files)
  }
  const card = (task: string) => ({ 'README.md': `---\npipeline_tag: ${task}\nlibrary_name: transformers\n---\n# A model\n` })
  await add('stories', { ...llamaFiles(), ...card('text-generation') })
  await add('colours', { ...meanColourModel(), ...card('image-classification') })
  await add('torch', { ...card('text-generation'), 'config.json': '{"model_type":"llama"}' })
  await add('own', { ...card('image-classification'), 'config.json': '{"model_type":"custom"}', 'onnx/model.onnx': 'none' })
  await add('broken', { ...meanColourModel(), ...card('image-classification'), 'onnx/model.onnx': 'no protocol buffer' })
}
