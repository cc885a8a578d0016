import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test'
import { admin, bootHub, type BootedHub } from '../support/booted-hub.ts'
import { commitFiles } from '../support/commit-files.ts'

/** A user with an account created on the sign-up page. */
export const grace = { name: 'grace', password: 'harbour lights at nine' }

/**
 * A hub with some of everything, and pages that must not log errors: an error in the console (including hydration errors) or an uncaught one fails
 * the test.
 */
export const test = base.extend<object, { hub: BootedHub }>({
  hub: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures wanted from this pattern
    async ({}, use) => {
      await using hub = await bootHub()
      await fill(hub)
      await use(hub)
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ hub }, use) => use(hub.url),
  page: async ({ page }, use) => {
    const problems: string[] = []
    page.on('console', (message) => {
      // The browser logs every 4xx response; pages that are supposed to be missing are checked by their status.
      const isStatus = message.text().startsWith('Failed to load resource: the server responded with a status of 4')
      if (message.type() === 'error' && !isStatus) problems.push(message.text())
    })
    page.on('pageerror', (error) => problems.push(String(error)))
    await use(page)
    expect(problems).toEqual([])
  },
})
export { expect }

/** Signs in as grace, creating her account on the first call. */
export async function signIn(context: BrowserContext, hub: BootedHub): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${hub.url}/sign-in`)
  await page.getByLabel('Name or e-mail address').fill(grace.name)
  await page.getByLabel('Password').fill(grace.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  const failed = page.getByRole('alert')
  const account = page.getByLabel(`Account ${grace.name}`)
  await expect(failed.or(account)).toBeVisible()
  if (await failed.isVisible()) await signUp(page, hub)
  await page.close()
}

export async function signUp(page: Page, hub: BootedHub): Promise<void> {
  await page.goto(`${hub.url}/sign-up`)
  await page.getByLabel('User name').fill(grace.name)
  await page.getByLabel('Password').fill(grace.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel(`Account ${grace.name}`)).toBeVisible()
}

/** Checks for violations of the accessibility rules that can be tested automatically. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html.slice(0, 160)) }))).toEqual([])
}

/** Checks that the page does not scroll horizontally. */
export async function expectFits(page: Page): Promise<void> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(excess).toBe(0)
}

/**
 * Checks that a page is accessible in wide and light, and in narrow and dark mode, and fits 360 px. No rule depends on both width and theme.
 * @param name for the screenshots of all four combinations, which PORTOLAN_E2E_SHOTS=FOLDER enables
 */
export async function expectGood(page: Page, name: string): Promise<void> {
  await takePictures(page, name)
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 360],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    if (width === 360) await expectFits(page)
    await expectAccessible(page)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
}

async function takePictures(page: Page, name: string): Promise<void> {
  const folder = process.env['PORTOLAN_E2E_SHOTS']
  if (folder === undefined) return
  for (const width of [1280, 360])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
}

const card = `---
license: mit
language: en
library_name: transformers
pipeline_tag: text-generation
base_model: ada/ancestor
datasets: [ada/tides]
tags: [harbour]
---
# Stories

A **small** model of $E = mc^2$.

| part | value |
|---|---:|
| layers | 5 |

\`\`\`python
print("ahoy")
\`\`\`

- [x] done

<script>document.title = 'broken'</script>
`

async function fill(hub: BootedHub): Promise<void> {
  const create = (body: object) => hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify(body) })
  for (const body of [
    { type: 'model', name: 'stories' },
    { type: 'model', name: 'empty' },
    { type: 'dataset', name: 'tides' },
    { type: 'space', name: 'clock', sdk: 'static' },
  ])
    expect((await create(body)).status).toBe(200)
  await commitFiles(hub, 'models/ada/stories', {
    'README.md': card,
    'config.json': '{"model_type": "llama", "architectures": ["LlamaForCausalLM"]}',
    'tokenizer_config.json': '{broken',
    'src/über file.py': 'def ahoy():\n    return "ahoy"\n',
    'notes.md': '# Notes\n\nSee [the card](README.md).\n',
  })
  await commitFiles(hub, 'datasets/ada/tides', { 'README.md': '---\nlicense: cc0-1.0\n---\n# Tides\n', 'data/train.csv': 'a,b\n1,2\n' })
  await commitFiles(hub, 'spaces/ada/clock', { 'README.md': '---\nsdk: static\n---\n# Clock\n', 'index.html': '<p>tick' })
}

export { admin }
