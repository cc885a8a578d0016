import type { BootedHub } from '../support/booted-hub.ts'
import { commitFiles } from '../support/commit-files.ts'
import { admin, expect, expectGood, signIn, test } from './site.ts'

/* Static Spaces in a real browser: that they run, and that a hostile one has no access to the hub. */

/** Tries everything a hostile app would, and writes the result of each attempt into the page. */
const attack = `
const tried = {}
const attempt = async (name, work) => {
  try { tried[name] = String(await work()) } catch (error) { tried[name] = 'refused: ' + error.name }
}
await attempt('own file', async () => (await fetch('data.txt')).text())
await attempt('origin', () => self.origin)
await attempt('variables', () => JSON.stringify(window.huggingface))
await attempt('cookies', () => document.cookie)
await attempt('storage', () => localStorage.length)
await attempt('page around', () => window.parent === window ? 'none' : window.parent.document.title)
await attempt('whoami', async () => (await fetch('/api/whoami-v2', { credentials: 'include' })).status)
await attempt('a page of the hub', async () => (await fetch('/settings/tokens', { credentials: 'include' })).text())
await attempt('a form', async () => (await fetch('/preferences', { method: 'POST', credentials: 'include', body: new URLSearchParams({ repo: '/spaces/ada/hostile', like: 'yes' }) })).status)
await attempt('service worker', async () => (await navigator.serviceWorker.register('app.js')).scope)
await attempt('leave the frame', () => { if (window.top === window) return 'none'; window.top.location = 'about:blank'; return 'tried' })
await attempt('frame element', () => window.frameElement ? 'seen' : 'none')
document.querySelector('#result').textContent = JSON.stringify(tried)
`

async function fill(hub: BootedHub): Promise<void> {
  const create = (name: string, more: object) =>
    hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ type: 'space', name, sdk: 'static', ...more }) })
  for (const [name, more] of [
    ['hostile', {}],
    ['secret', { private: true }],
  ] as const) {
    if ((await create(name, more)).status === 409) continue
    await commitFiles(hub, `spaces/${admin.name}/${name}`, {
      'README.md':
        '---\ntitle: Chart room\nemoji: 🧭\ncolorFrom: blue\ncolorTo: green\nsdk: static\nmodels: [ada/stories]\n---\n# What it does\n',
      'index.html':
        '<!doctype html><html><head><script type="module" src="sub/app.js"></script></head><body><p id="result">nothing yet</p></body></html>',
      'sub/app.js': attack,
      'data.txt': 'mine',
    })
  }
  const variable = { key: 'PORT', value: '</script><script>alert(1)</script>' }
  expect((await hub.fetch(`/api/spaces/${admin.name}/hostile/variables`, { method: 'POST', body: JSON.stringify(variable) })).status).toBe(
    200,
  )
}

test.beforeEach(async ({ hub }) => fill(hub))

const refusedBy = (name: string) => expect.stringMatching(new RegExp(`^refused: ${name}$`)) as unknown
const harmless = {
  'own file': 'mine',
  origin: 'null',
  cookies: refusedBy('SecurityError'),
  storage: refusedBy('SecurityError'),
  'a page of the hub': refusedBy('TypeError'),
  'a form': refusedBy('TypeError'),
  'service worker': refusedBy('(SecurityError|InvalidStateError|TypeError)'),
  // The API responds to pages of other origins, but never with the visitor's cookie.
  whoami: refusedBy('TypeError'),
}

/** Without the console check: the browser's errors about each rejection are the subject of the test. */
const loud = test.extend({ page: async ({ context }, use) => use(await context.newPage()) })

loud('a Space runs in its frame and is nobody to the hub, its visitor signed in or not', async ({ page, context, hub }) => {
  await signIn(context, hub)
  await page.goto(`/spaces/${admin.name}/hostile`)
  const result = page.frameLocator('iframe').locator('#result')
  await expect(result).toContainText('frame element')
  expect(JSON.parse((await result.textContent()) ?? '{}')).toMatchObject({
    ...harmless,
    variables: JSON.stringify({ variables: { PORT: '</script><script>alert(1)</script>' } }),
    'page around': refusedBy('SecurityError'),
    'leave the frame': refusedBy('SecurityError'),
    'frame element': 'none',
  })
  expect(new URL(page.url()).pathname).toBe(`/spaces/${admin.name}/hostile`)
  await expect(page.getByRole('button', { name: /^Like/ })).toHaveAttribute('aria-pressed', 'false')
})

loud('opened by itself it is nobody, too', async ({ page, context, hub }) => {
  await signIn(context, hub)
  await page.goto(`/-/spaces/${admin.name}/hostile/`)
  await expect(page.locator('#result')).toContainText('frame element')
  expect(JSON.parse((await page.locator('#result').textContent()) ?? '{}')).toMatchObject(harmless)
})

loud('its scripts are no scripts of the hub’s pages', async ({ page }) => {
  await page.goto('/models')
  const loaded = await page.evaluate(
    (src) =>
      new Promise<string>((resolve) => {
        const script = Object.assign(document.createElement('script'), {
          src,
          type: 'module',
          onload: () => resolve('loaded'),
          onerror: () => resolve('refused'),
        })
        document.head.append(script)
      }),
    `/-/spaces/${admin.name}/hostile/sub/app.js`,
  )
  expect(loaded).toBe('refused')
})

loud('a private Space shows its app to whoever may read it, by an address that nobody can guess', async ({ page, context, hub }) => {
  expect((await context.request.get(`/-/spaces/${admin.name}/secret/`)).status()).toBe(404)
  const own = await hub.fetch(`/spaces/${admin.name}/secret`)
  expect(own.status).toBe(200)
  const src = /<iframe[^>]* src="([^"]+)"/.exec(await own.text())?.[1] ?? ''
  expect(src).toMatch(/^\/-\/spaces\/~[\w.-]+\/$/)
  await page.goto(src)
  await expect(page.locator('#result')).toContainText('frame element')
  expect(JSON.parse((await page.locator('#result').textContent()) ?? '{}')).toMatchObject(harmless)
  expect((await context.request.get(src.replace(/.\/$/, '_/'))).status()).toBe(404)
})

test('a new Space from a template shows something; its page is readable and fits', async ({ page, context, hub }) => {
  await signIn(context, hub)
  await page.goto('/new-space')
  await page.getByLabel('Name').fill(`made-${Date.now()}`)
  await page.getByRole('radio', { name: /A chart/ }).check()
  await page.getByRole('main').getByRole('button', { name: 'Create' }).click()
  const app = page.frameLocator('iframe')
  await expect(app.getByRole('heading', { name: 'Tide through a day' })).toBeVisible()
  await expect(app.locator('polyline')).toHaveCount(1)
  await expect(page.getByText('This is a static Space.')).toBeVisible()
  await expectGood(page, 'space')
  await page.goto(`/spaces`)
  await expect(page.getByText('Chart room').first()).toBeVisible()
  await expectGood(page, 'spaces')
})

test('the viewer of a dataset: rows, search, pages, and what cannot be read', async ({ page, hub }) => {
  const created = await hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ type: 'dataset', name: 'ports' }) })
  if (created.status !== 409) {
    const rows = Array.from({ length: 120 }, (_, i) => `port ${i},${i},"<img src=x onerror=alert(${i})>"`).join('\n')
    await commitFiles(hub, `datasets/${admin.name}/ports`, {
      'README.md': '---\nconfigs:\n- config_name: all\n  data_files: a.csv\n- config_name: bad\n  data_files: b.jsonl\n---\n# Ports\n',
      'a.csv': `name,depth,<script>alert(1)</script>\n${rows}\n`,
      'b.jsonl': '{"a":\n',
    })
  }
  // The main page waits for its rows for a moment only, and shows them when they have been read.
  await expect(async () => {
    await page.goto(`/datasets/${admin.name}/ports`)
    await expect(page.getByRole('region', { name: 'Preview' }).getByRole('rowheader')).toHaveCount(5, { timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await expectGood(page, 'dataset-first-rows')
  await page.getByRole('link', { name: 'Viewer' }).click()
  await expect(page.getByRole('rowheader', { name: '1', exact: true })).toBeVisible()
  await expect(page.getByText('<img src=x onerror=alert(7)>')).toBeVisible()
  await expect(page.getByText('Rows 1–50 of 120.')).toBeVisible()
  await expectGood(page, 'dataset-viewer')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Rows 51–100 of 120.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Column' }).selectOption('name')
  await page.getByLabel('Contains').fill('PORT 11')
  await page.getByRole('search', { name: 'Search in a column' }).getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('11 matches for “PORT 11” in name, all 120 rows searched.')).toBeVisible()
  await page.getByRole('link', { name: 'bad' }).click()
  await expect(page.getByRole('alert')).toContainText('b.jsonl: Line 1 is not valid JSON')
})
