import { tinyModel, tinyModelParameters, tinyShards, writeGguf } from '@portolan/gguf/testing'
import { memoryNeed } from '../../apps/web/app/features/quantizations/memory-need.server.ts'
import type { BootedHub } from '../support/booted-hub.ts'
import { commitFiles } from '../support/commit-files.ts'
import { openPage } from './open-page.ts'
import { admin, expect, expectFits, expectGood, test } from './site.ts'

/* The table of quantizations on the page of a model with GGUF files, which are generated: valid, tiny, and without useful weights. */

const name = 'tiny-gguf'
const page = `/${admin.name}/${name}`
const long = 'A-Model-With-A-Name-As-Long-As-Names-Of-Merged-And-Distilled-Models-Get-Instruct-v2.1.imatrix-IQ4_XS.gguf'

const files = (): Record<string, Uint8Array> => {
  const [one = new Uint8Array(), two = new Uint8Array(), three = new Uint8Array()] = tinyShards('Q8_0', 3)
  return {
    'Tiny-Q2_K.gguf': tinyModel('Q2_K'),
    'Tiny-UD-Q4_K_XL.gguf': tinyModel('Q4_K_XL'),
    'Tiny-Q6_K_L.gguf': tinyModel('Q6_K'),
    [long]: tinyModel('IQ4_XS'),
    'Q8_0/Tiny-Q8_0-00001-of-00003.gguf': one,
    'Q8_0/Tiny-Q8_0-00002-of-00003.gguf': two,
    'Q8_0/Tiny-Q8_0-00003-of-00003.gguf': three,
    'Tiny-BF16-00002-of-00003.gguf': tinyShards('BF16', 3)[1] ?? new Uint8Array(),
    'mmproj-Tiny-F16.gguf': writeGguf({ metadata: { 'general.architecture': 'clip' } }),
    'broken.gguf': Buffer.from('GGUF and nothing else'),
  }
}

async function fill(hub: BootedHub): Promise<void> {
  const created = await hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ type: 'model', name }) })
  if (created.status === 409) return
  expect(created.status).toBe(200)
  const card = '---\nlicense: mit\npipeline_tag: text-generation\n---\n# Tiny\n\nEvery weight is zero.\n'
  await commitFiles(hub, `models/${admin.name}/${name}`, { 'README.md': card, ...files() }, 'Add quantizations')
}

test.beforeEach(async ({ hub }) => fill(hub))

test('one row for each quantization, the largest first, with size, bits and memory', async ({ page: browser }) => {
  await browser.goto(page)
  const table = browser.getByRole('region', { name: 'Table of quantizations' }).getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveText(['File', 'Size', 'Bits', 'Memory'])
  await expect(table.getByRole('rowheader')).toHaveText([
    'BF16',
    'Q8_0',
    'Q6_K_L',
    'UD-Q4_K_XL',
    'IQ4_XS',
    'Q2_K',
    'Not named',
    /^F16\s*Projector for pictures or sound$/,
  ])
  const rows = table.locator('tbody')

  const q2 = rows.filter({ hasText: 'Tiny-Q2_K.gguf' })
  const size = tinyModel('Q2_K').length
  await expect(q2.locator('tr:first-child td')).toHaveText([
    `${Math.round(size / 1000)} kB`,
    ((size * 8) / tinyModelParameters).toFixed(2),
    '0.4 GiB3 GB card',
  ])

  const set = rows.filter({ hasText: 'In 3 parts' }).filter({ hasText: 'Q8_0' })
  await set.locator('summary').click()
  await expect(set.getByRole('listitem')).toHaveCount(3)
  // The parameter count comes from another file of the same model.
  await expect(set.locator('td').nth(1)).toHaveText(/^\d+\.\d\d$/)

  const cut = rows.filter({ hasText: 'BF16' })
  await expect(cut).toContainText('Parts 1, 3 of 3 are missing')
  await expect(cut.locator('td').nth(1)).toHaveText('≈ about 16.00')
  await expect(cut.locator('td').nth(2)).toHaveText('–not known')

  await q2.getByRole('link', { name: 'Tiny-Q2_K.gguf', exact: true }).click()
  await expect(browser).toHaveURL(`${page}/blob/main/Tiny-Q2_K.gguf`)
})

test('the name of a file is copied', async ({ page: browser }) => {
  await openPage(browser, page)
  await browser.getByRole('button', { name: 'Copy Q8_0/Tiny-Q8_0-00001-of-00003.gguf' }).click()
  await expect(browser.locator('#announcer')).toHaveText('Name copied')
  expect(await browser.evaluate(() => navigator.clipboard.readText())).toBe('Q8_0/Tiny-Q8_0-00001-of-00003.gguf')
})

test('a model without such files has no table', async ({ page: browser }) => {
  await browser.goto('/ada/stories')
  await expect(browser.getByRole('heading', { level: 1 })).toContainText('ada/stories')
  await expect(browser.getByRole('region', { name: 'Table of quantizations' })).toHaveCount(0)
})

test.describe('memory', () => {
  const llama = {
    label: 'Q4_K_M',
    role: 'model',
    files: [],
    sizeBytes: 4_920_000_000,
    shardCount: 1,
    missing: [],
    missingCount: 0,
    bits: { value: 4.9, isNominal: false },
    parameters: 8_030_000_000,
    architecture: 'llama',
    contextLength: 131_072,
    layers: { layers: 32, cacheHeads: 8, headSize: 128 },
  } as const
  const gibi = 2 ** 30
  // From docs/hardware-fit.md: 128 KiB per token for 32 layers of 8 heads of 128, 0.4 GiB and 5 %.
  const rest = 0.4 * gibi + 0.05 * llama.sizeBytes

  test('is weights, context and buffers; the card is the smallest that holds them', () => {
    expect(memoryNeed(llama)).toEqual({ bytes: llama.sizeBytes + 4096 * 131_072 + rest, card: 8, isGuess: false })
    expect(memoryNeed({ ...llama, contextLength: 512 })?.bytes).toBe(llama.sizeBytes + 512 * 131_072 + rest)
    expect(memoryNeed({ ...llama, sizeBytes: 800e9 })?.card).toBe(null)
  })

  test('is guessed without a shape, also where not even the parameters are known, and says so', () => {
    const guessed = memoryNeed({ ...llama, layers: null })
    expect(guessed?.isGuess).toBe(true)
    const unread = memoryNeed({ ...llama, layers: null, parameters: null, architecture: null, contextLength: null })
    expect(unread).toMatchObject({ isGuess: true, card: 8 })
    expect(unread?.bytes).toBeCloseTo(guessed?.bytes ?? 0, -8)
  })

  test('has no context where none is kept, and is not given for parts of a set or what is no model', () => {
    expect(memoryNeed({ ...llama, architecture: 'nomic-bert' })).toMatchObject({ bytes: llama.sizeBytes + rest, isGuess: false })
    expect(memoryNeed({ ...llama, architecture: 'flux', contextLength: null, layers: null })?.bytes).toBe(llama.sizeBytes + rest)
    expect(memoryNeed({ ...llama, missingCount: 1 })).toBe(null)
    expect(memoryNeed({ ...llama, role: 'projector' })).toBe(null)
  })
})

test('are accessible and fit, wide and narrow; nothing scrolls sideways', async ({ page: browser }) => {
  await openPage(browser, page)
  await expectGood(browser, 'quantizations')
  for (const width of [768, 360]) {
    await browser.setViewportSize({ width, height: 740 })
    await expectFits(browser)
    const region = browser.getByRole('region', { name: 'Table of quantizations' })
    expect(await region.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the table is whole and parts open', async ({ page: browser }) => {
    await browser.goto(page)
    const set = browser.locator('tbody').filter({ hasText: 'Q8_0' })
    await set.locator('summary').click()
    await expect(set.getByRole('link', { name: 'Q8_0/Tiny-Q8_0-00002-of-00003.gguf' })).toBeVisible()
  })
})
