import type { Page } from '@playwright/test'
import { codeChoice } from '../../apps/web/app/lib/code-choice.ts'
import { proofWords } from '../../apps/web/app/features/proof/proof-words.server.ts'
import { openPage } from './open-page.ts'
import { expect, expectGood } from './site.ts'
import { test } from './models.ts'

const clipboard = () => navigator.clipboard.readText()
const panel = (page: Page) => page.getByRole('region', { name: 'Use this model' })
const blocks = (page: Page) => panel(page).locator('pre[data-code]')

test.describe('code at first sight', () => {
  test('the default block, its install line and what was checked of it are there without a click', async ({ page }) => {
    // The part of a page visible on a laptop.
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/ada/stories')
    await expect(page.locator('[data-role=install]')).toHaveText(/^pip install -U transformers/)
    await expect(page.locator('[data-code="transformers/pipeline"]')).toBeInViewport()
    const proof = panel(page).locator('[data-proof]').first()
    await expect(proof).toContainText(/^(Symbols checked|Runs): .* (in|with) transformers \d+\.\d+\.\d+ on \d{4}-\d\d-\d\d/)
    await proof.getByRole('link', { name: 'How it is checked' }).click()
    await expect(page).toHaveURL(/\/libraries\/transformers#proof$/)
  })

  test('what the page sends of code, it sends once', async ({ page, hub }) => {
    const html = await (await page.request.get(`${hub.url}/ada/stories`, { headers: { accept: 'text/html' } })).text()
    expect(html.split('AutoTokenizer').length + html.split('max_new_tokens').length).toBeGreaterThan(2)
    expect(html.match(/max_new_tokens/g)?.length).toBe((await textOfBlocks(page, '/ada/stories')).match(/max_new_tokens/g)?.length)
  })

  test('copied and plain text are the text shown, also after a choice and on the way back', async ({ page }) => {
    await openPage(page, '/ada/stories')
    const shown = async () => (await blocks(page).allTextContents()).join('\n')
    const first = await shown()
    await panel(page).getByRole('button', { name: 'Copy all' }).click()
    await expect.poll(() => page.evaluate(clipboard)).toBe(first)

    await panel(page).getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'Files' }).click()
    await expect(page.locator('[data-code="files/cli"]')).toBeVisible()
    await panel(page).getByRole('navigation', { name: 'Language' }).getByRole('link', { name: 'JavaScript' }).click()
    await expect(page.locator('[data-code="files/javascript"]')).toContainText('@huggingface/hub')
    await panel(page).getByRole('button', { name: 'Copy all' }).click()
    await expect.poll(() => page.evaluate(clipboard)).toBe(await shown())
    const plain = await page.request.get((await panel(page).getByRole('link', { name: 'Plain text' }).getAttribute('href')) ?? '')
    for (const text of await blocks(page).allTextContents()) expect(await plain.text()).toContain(text)

    await page.getByRole('link', { name: 'Commits' }).click()
    await page.waitForURL(/commits/)
    await page.goBack()
    await expect(page.locator('[data-code="files/javascript"]')).toContainText('@huggingface/hub')
  })

  test('is saved as a file of its language', async ({ page }) => {
    await openPage(page, '/ada/stories')
    for (const [format, start] of [
      ['.py', '# Install\n# pip install'],
      ['.ipynb', '{\n "cells"'],
    ] as const) {
      const arriving = page.waitForEvent('download')
      await panel(page).getByRole('link', { name: format, exact: true }).click()
      const download = await arriving
      expect(download.suggestedFilename()).toBe(`stories${format}`)
      const stream = await download.createReadStream()
      let text = ''
      for await (const piece of stream) text += String(piece)
      expect(text.startsWith(start)).toBe(true)
    }
  })
})

test.describe('choices', () => {
  test('are offered where they make a difference', async ({ page }) => {
    const device = panel(page).getByRole('navigation', { name: 'Device' })
    await page.goto('/ada/stories')
    await device.getByRole('link', { name: 'cuda' }).click()
    await expect(page).toHaveURL(/device=cuda/)
    await expect(blocks(page).nth(1)).toContainText('cuda')
    await page.goto('/ada/trees')
    await expect(page.locator('[data-role=load]').first()).toBeVisible()
    await expect(device).toHaveCount(0)
  })

  test('a library that is not the model’s own is remembered, its own is not', async ({ page }) => {
    await page.goto('/ada/stories?library=files')
    await page.goto('/ada/trees')
    const current = panel(page).getByRole('navigation', { name: 'Library' }).locator('[aria-current=true]')
    await expect(current).toHaveText('Files')
    await page.goto('/ada/trees?library=sklearn&python=uv')
    await page.goto('/ada/vectors')
    await expect(current).toHaveText('sentence-transformers')
    await expect(page.locator('[data-role=install]')).toHaveText(/^uv pip install/)
  })

  test('a library without code says so, with the code of the note', async ({ page }) => {
    await page.goto('/ada/odd')
    await expect(panel(page)).toContainText('There is no code for the library nobody-knows-it yet.')
    await expect(panel(page).getByText('library-unknown')).toBeVisible()
    await expect(page.locator('[data-code="files/cli"]')).toContainText('hf download ada/odd')
  })

  test('what the address says wins over what is remembered; nonsense is passed over', () => {
    const read = (address: string, cookie: string | null = null) => codeChoice(new URLSearchParams(address), cookie)
    expect(read('library=timm', 'app=ollama&python=uv').choice).toMatchObject({ library: 'timm', app: null, python: 'uv' })
    expect(read('app=ollama', 'library=timm').choice).toMatchObject({ library: null, app: 'ollama' })
    // A link with a language shows code, whatever application was used last.
    expect(read('language=javascript', 'app=ollama').choice).toMatchObject({ language: 'javascript', app: null })
    expect(read('device=toaster&python=<script>&library=a/b', 'device=cpu').choice).toMatchObject({
      device: 'cpu',
      python: 'pip',
      library: null,
    })
    expect(read('', 'python=uv').changed).toBeNull()
    expect(read('python=uv', 'python=uv&javascript=npm&device=auto').changed).toBeNull()
    expect(read('python=uv').changed).toBe('python=uv&javascript=npm&device=auto')
  })
})

test.describe('applications', () => {
  test('stand beside libraries; their steps come in order, for this hub', async ({ page, hub }) => {
    await openPage(page, '/ada/sea')
    const apps = panel(page).getByRole('navigation', { name: 'Run locally' })
    await apps.getByRole('link', { name: 'LM Studio' }).click()
    await expect(page).toHaveURL(/app=lmstudio/)
    await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText([
      'Download the file from this hub',
      'Give the file to LM Studio',
    ])
    await expect(blocks(page).first()).toContainText(`HF_ENDPOINT=${hub.url}`)
    // No link that would download from another hub.
    await expect(panel(page).getByRole('link', { name: /^Open in/ })).toHaveCount(0)
    await expect(panel(page).getByText('endpoint-ignored')).toBeVisible()
    await page.keyboard.press('c')
    await expect(page.locator('#announcer')).toHaveText('All code copied')
    expect(await page.evaluate(clipboard)).toBe((await blocks(page).allTextContents()).join('\n'))
    await page.keyboard.press('l')
    await expect(page.locator('[data-code="llama-cpp-python/llama-cpp"]')).toBeVisible()
  })

  test('all of them are reached from the keyboard, and the choice is remembered', async ({ page }) => {
    await openPage(page, '/ada/sea')
    const all = panel(page).getByLabel(/^Run locally: all \d+$/)
    await all.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'llama.cpp' }).last()).toBeFocused()
    await page.getByRole('link', { name: 'Ollama' }).last().focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-code="ollama/create"]')).toBeVisible()

    await page.goto('/ada/tide')
    await expect(page.locator('[data-code="ollama/create"]')).toContainText('Tide.Q4_K_M.gguf')
    // A model that the application cannot run shows code instead, and the choice is still remembered.
    await page.goto('/ada/trees')
    await expect(page.locator('[data-role=load]').first()).toBeVisible()
    await page.goto('/ada/tide')
    await expect(page.locator('[data-code="ollama/create"]')).toBeVisible()
    await panel(page).getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'llama-cpp-python' }).click()
    await expect(page.locator('[data-code="llama-cpp-python/llama-cpp"]')).toBeVisible()
    await page.goto('/ada/sea')
    await expect(page.locator('[data-code="llama-cpp-python/llama-cpp"]')).toBeVisible()
  })

  test('load the GGUF file that is chosen, in the panel or in the table', async ({ page }) => {
    await openPage(page, '/ada/sea')
    await expect(page.locator('[data-role=load]').first()).toContainText('"Sea.Q4_K_M.gguf"')
    await page.getByLabel('File: Q4_K_M').click()
    await page.getByRole('link', { name: 'Q2_K', exact: true }).first().click()
    await expect(page.locator('[data-role=load]').first()).toContainText('"Sea.Q2_K.gguf"')
    await expect(page).toHaveURL(/file=Sea\.Q2_K\.gguf/)
    await page.getByRole('link', { name: 'Code for Sea.Q8_0.gguf' }).click()
    await expect(page.locator('[data-role=load]').first()).toContainText('"Sea.Q8_0.gguf"')
    await panel(page).getByRole('navigation', { name: 'Run locally' }).getByRole('link', { name: 'llama.cpp', exact: true }).click()
    await expect(page.locator('[data-code="llama.cpp/server"]')).toContainText('model/Sea.Q8_0.gguf')
    await page.goto('/ada/sea?library=llama-cpp-python&file=../../etc/passwd')
    await expect(page.locator('[data-role=load]').first()).toContainText('"Sea.Q4_K_M.gguf"')
  })
})

test.describe('what was checked, in words', () => {
  test('for every level', () => {
    const date = '2026-11-21'
    expect(proofWords({ level: 'runs', against: 'timm 1.0', date }, 'timm').text).toBe(
      `executed against this hub software with timm 1.0 on ${date}.`,
    )
    expect(proofWords({ level: 'names', against: 'timm 1.0', date, names: 12, open: 3 }, 'timm').text).toBe(
      `12 symbols found in timm 1.0 on ${date}, 3 unverifiable from source.`,
    )
    expect(proofWords({ level: 'names', against: 'timm 1.0', date, names: 1, open: 0 }, 'timm').text).toBe(
      `1 symbol found in timm 1.0 on ${date}.`,
    )
    expect(proofWords({ level: 'literals', against: null, date, reason: 'Not on PyPI.' }, 'timm').text).toBe(
      `it parses, and every value in it arrives intact (${date}). Its symbols could not be checked. Not on PyPI.`,
    )
    expect(proofWords(null, 'timm')).toMatchObject({ level: 'none', text: 'nobody has checked this yet.' })
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('applications, files and all else are links', async ({ page }) => {
    await page.goto('/ada/sea')
    await panel(page)
      .getByLabel(/^Run locally: all \d+$/)
      .click()
    await page.getByRole('link', { name: 'Ollama' }).last().click()
    await expect(page.locator('[data-code="ollama/create"]')).toContainText('Sea.Q4_K_M.gguf')
    await page.getByLabel('File: Q4_K_M').click()
    await page.getByRole('link', { name: 'Q8_0', exact: true }).first().click()
    await expect(page.locator('[data-code="ollama/create"]')).toContainText('Sea.Q8_0.gguf')
    await page.goto('/ada/tide')
    await expect(page.locator('[data-code="ollama/create"]')).toBeVisible()
  })
})

test('the panel is quiet, accessible and fits, wide and narrow', async ({ page }) => {
  test.slow()
  for (const path of ['/ada/stories', '/ada/sea?app=llama.cpp', '/ada/sea?app=unsloth', '/ada/odd']) {
    await openPage(page, path)
    await expectGood(page, `panel${path.replaceAll(/[^a-z]+/g, '-')}`)
  }
  // Tabbing to the last tab of a narrow strip scrolls it into view.
  await page.setViewportSize({ width: 360, height: 740 })
  await openPage(page, '/ada/sea')
  const last = panel(page).getByRole('navigation', { name: 'Run locally' }).getByRole('link').last()
  await last.focus()
  await expect(last).toBeInViewport()
  await panel(page)
    .getByLabel(/^Run locally: all/)
    .click()
  await expectGood(page, 'panel-all')
})

async function textOfBlocks(page: Page, path: string): Promise<string> {
  await page.goto(path)
  return (await blocks(page).allTextContents()).join('\n')
}
