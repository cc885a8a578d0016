import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openPage } from './open-page.ts'
import { expect, llamaFile, test, tinyLlama } from './hub-fixture.ts'

const js = process.env['PORTOLAN_E2E_JS'] ?? join(import.meta.dirname, '../../.cache/js')
const canRun = existsSync(join(js, 'node_modules/@huggingface/transformers'))

/** Drops files onto the page as a user would from the desktop. */
async function drop(page: Page, files: readonly { name: string; body: Buffer }[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    (all) => {
      const data = new DataTransfer()
      for (const { name, base64 } of all) data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name))
      return data
    },
    files.map(({ name, body }) => ({ name, base64: body.toString('base64') })),
  )
  const target = page.getByText('Drop files or folders here')
  await target.dispatchEvent('dragenter', { dataTransfer: transfer })
  await target.dispatchEvent('dragover', { dataTransfer: transfer })
  await target.dispatchEvent('drop', { dataTransfer: transfer })
}

async function uploadByDrop(page: Page, path: string, files: readonly { name: string; body: Buffer }[]): Promise<void> {
  await openPage(page, path)
  await expect(page.getByText('Drop files or folders here')).toBeVisible()
  await drop(page, files)
  await page.getByRole('button', { name: /^Upload (one|\d+) file/ }).click()
  await page.waitForURL(/\/tree\/main/)
}

test.describe('the whole story', () => {
  test.skip(tinyLlama === null, 'needs ../shared/data (set PORTOLAN_SHARED_DATA)')
  test.use({ permissions: ['clipboard-read', 'clipboard-write'], viewport: { width: 1440, height: 900 } })

  test('sign up, make a token, upload a model by dropping it, find it by a facet, copy its code, run it', async ({ page, hub }) => {
    await page.goto('/sign-up')
    await page.locator('input[name=name]').fill('marco')
    await page.locator('input[name=password]').fill('a very long voyage')
    await page.getByRole('main').locator('button[type=submit]').click()
    await page.waitForURL((url) => url.pathname === '/')

    await page.goto('/settings/tokens/new')
    await page.locator('input[name=name]').fill('laptop')
    await page.getByRole('radio', { name: /^Write/ }).check()
    await page.getByRole('button', { name: /create token/i }).click()
    const token = await page
      .getByText(/^hf_[A-Za-z0-9]{40}$/)
      .first()
      .innerText()
    const who = await fetch(`${hub.url}/api/whoami-v2`, { headers: { Authorization: `Bearer ${token}` } })
    expect(await who.json()).toMatchObject({ name: 'marco', auth: { accessToken: { displayName: 'laptop', role: 'write' } } })

    await page.goto('/new')
    await page.locator('input[name=name]').fill('tale')
    await page.getByRole('main').locator('button[type=submit]').click()
    await page.waitForURL(/\/marco\/tale/)
    const named = (name: string) => ({ name, body: llamaFile(name) })
    await uploadByDrop(
      page,
      '/marco/tale/upload/main',
      [
        'config.json',
        'generation_config.json',
        'model.safetensors',
        'special_tokens_map.json',
        'tokenizer.json',
        'tokenizer_config.json',
      ].map((name) => named(name)),
    )
    // A folder from the file picker: its files keep their relative paths.
    await openPage(page, '/marco/tale/upload/main')
    await page.getByLabel('Folder', { exact: true }).setInputFiles(join(tinyLlama ?? '', 'onnx'))
    await page.getByRole('button', { name: /^Upload one file/ }).click()
    await page.waitForURL(/\/tree\/main/)
    for (const path of ['model.safetensors', 'onnx/model.onnx', 'tokenizer.json']) {
      const answer = await page.request.get(`/marco/tale/resolve/main/${path}`)
      expect((await answer.body()).equals(llamaFile(path))).toBe(true)
    }

    await page.goto('/models')
    await page
      .getByRole('complementary', { name: 'Filters' })
      .getByRole('link', { name: /^Text generation/i })
      .filter({ visible: true })
      .click()
    await page.waitForURL(/task=text-generation/)
    await page.getByRole('link', { name: 'marco/tale' }).click()
    await page.waitForURL(/\/marco\/tale$/)

    // Enter on a result and then `c`: copies the visible code, exactly as shown.
    const shown = page.locator('pre[data-code="transformers/pipeline"]')
    await expect(shown).toBeVisible()
    await copyByKey(page, 'transformers/pipeline')

    await page.getByRole('link', { name: 'Transformers.js' }).click()
    await page.waitForURL(/library=transformers\.js/)
    await expect(page.locator('pre[data-code="transformers.js/pipeline"]')).toBeVisible()
    const code = await copyByKey(page, 'transformers.js/pipeline')
    expect(code).toContain(hub.url)

    test.skip(!canRun, 'running it needs: bash scripts/test/js-clients.sh')
    const home = mkdtempSync(join(tmpdir(), 'portolan-story-'))
    const file = join(js, `story-${process.pid}.mjs`)
    rmSync(join(js, 'node_modules/@huggingface/transformers/.cache'), { recursive: true, force: true })
    writeFileSync(file, code)
    try {
      const done = spawnSync(process.execPath, [file], {
        encoding: 'utf8',
        cwd: js,
        env: { PATH: process.env['PATH'] ?? '', HOME: home, HF_ENDPOINT: hub.url },
        timeout: 60_000,
      })
      expect({ status: done.status, stderr: done.stderr }).toEqual({ status: 0, stderr: '' })
      expect(done.stdout).toMatch(/generated_text: ['"`]Once upon a time/)
    } finally {
      rmSync(file)
      rmSync(home, { recursive: true, force: true })
    }
  })
})

/** Presses `c` until the clipboard holds the block: a page that was reached by a link shows it a moment before it hears keys. @returns what was copied */
async function copyByKey(page: Page, id: string): Promise<string> {
  const shown = await shownText(page, id)
  await expect(async () => {
    await page.keyboard.press('c')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown)
  }).toPass()
  return shown
}

/** Returns what a user would select: the text of the block, which ends in a newline. */
async function shownText(page: Page, id: string): Promise<string> {
  const text = await page.locator(`pre[data-code="${id}"]`).evaluate((pre) => pre.textContent ?? '')
  return text.endsWith('\n') ? text : `${text}\n`
}
