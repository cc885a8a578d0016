import { spawnSync } from 'node:child_process'
import { admin } from '../support/booted-hub.ts'
import { openPage } from './open-page.ts'
import { expect, expectAccessible, expectGood, signIn, test } from './site.ts'

/** Every kind of page, with the heading that shows it has loaded. */
const open = {
  '/': 'Find the model. Copy code that runs.',
  '/models': 'Models',
  '/datasets': 'Datasets',
  '/spaces': 'Spaces',
  '/search?q=stories': 'stories',
  '/ada/stories': 'ada/stories',
  '/ada/empty': 'ada/empty',
  '/datasets/ada/tides': 'ada/tides',
  '/spaces/ada/clock': 'ada/clock',
  '/ada/stories/tree/main': 'ada/stories',
  '/ada/stories/blob/main/src/%C3%BCber%20file.py': 'ada/stories',
  '/ada/stories/blob/main/notes.md': 'ada/stories',
  '/ada/stories/commits/main': 'ada/stories',
  '/ada': 'ada',
  '/compatibility?client=git': 'Compatibility',
  '/docs/api': 'API',
  '/docs/api/repos': 'Repositories',
  '/sign-in': 'Sign in',
  '/sign-up': 'Create an account',
} as const

const own = {
  '/new': 'New model',
  '/new-dataset': 'New dataset',
  '/new-space': 'New space',
  '/settings': 'Profile',
  '/settings/tokens': 'Access tokens',
  '/settings/tokens/new?tokenType=fineGrained&q=stories': 'New access token',
  '/settings/applications': 'Applications',
  '/settings/organizations': 'Organizations',
} as const

/** Returns the name of a page's screenshots. */
const nameOf = (path: string) => `page${path.replaceAll(/[^a-z]+/gi, '-')}`

for (const [path, heading] of Object.entries(open)) {
  test(`${path} is quiet, accessible and fits`, async ({ page }) => {
    expect((await openPage(page, path))?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
    await expectGood(page, nameOf(path))
  })
}

test('pages of an account are quiet, accessible and fit', async ({ page, hub }) => {
  test.slow()
  await signIn(page.context(), hub)
  for (const [path, heading] of Object.entries(own)) {
    await openPage(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading, { ignoreCase: true })
    await expectGood(page, nameOf(path))
  }
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`what is missing says so, with a request number and a way on, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    for (const path of [
      '/nobody/nothing',
      '/ada/stories/tree/nowhere',
      '/ada/stories/blob/main/none.txt',
      '/collections/demo/nope',
      '/a/b/c/d',
    ]) {
      expect((await page.goto(path))?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
      await expect(page.getByText(/^Request \w/)).toBeVisible()
      await expect(page.getByRole('link', { name: 'Back to the start' })).toBeVisible()
      await expectAccessible(page)
    }
  })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the card, the code and its choices are there', async ({ page }) => {
    await page.goto('/ada/stories')
    await expect(page.locator('.card').getByRole('heading', { name: /^Stories/ })).toBeVisible()
    await expect(page.locator('math')).toBeVisible()
    await expect(page.locator('[data-role=install]')).toHaveText(/^pip install /)
    await page.getByRole('navigation', { name: 'Install with' }).getByRole('link', { name: 'uv' }).click()
    await expect(page.locator('[data-role=install]')).toHaveText(/^uv pip install /)
    // Remembered for the next repo, and in the URL.
    expect(new URL(page.url()).searchParams.get('python')).toBe('uv')
    await page.goto('/ada/empty')
    await page.goto('/ada/stories')
    await expect(page.locator('[data-role=install]')).toHaveText(/^uv pip install /)
  })

  test('the theme is chosen by a form and stays', async ({ page }) => {
    await page.goto('/ada/stories')
    await page.getByRole('button', { name: 'Dark' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })

  test('scripts of a card never run, and none is left in the page', async ({ page }) => {
    await page.goto('/ada/stories')
    expect(await page.locator('.card script').count()).toBe(0)
  })
})

test.describe('the description of the API, without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('leads to each route with what it takes, and with a command that works', async ({ page }) => {
    await page.goto('/docs/api')
    expect(await page.locator('tbody tr').count()).toBeGreaterThan(200)
    await page.getByRole('link', { name: /^GET\s+\/api\/\{kind\}$/ }).click()
    await expect(page).toHaveURL(/\/docs\/api\/catalog#get_api_kind$/)
    const listing = page.getByRole('article', { name: 'List and search repos' })
    await expect(listing.getByRole('row', { name: /^search query text Only entries/ })).toBeVisible()
    await expect(listing.getByText('query.invalid')).toBeVisible()
    const command = (await listing.getByRole('region', { name: 'Command for GET /api/{kind}' }).textContent()) ?? ''
    const { stdout } = spawnSync('sh', ['-c', command], { encoding: 'utf8', env: { PATH: process.env['PATH'] } })
    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ id: 'ada/stories' }))

    await page.goto('/docs/api/own-account')
    const who = await page.getByRole('region', { name: 'Command for GET /api/whoami-v2' }).textContent()
    const asked = spawnSync('sh', ['-c', who ?? ''], { encoding: 'utf8', env: { PATH: process.env['PATH'], HF_TOKEN: admin.token } })
    expect(JSON.parse(asked.stdout)).toMatchObject({ name: admin.name })
    await page.goto('/docs/api/repos')
    const creating = page.getByRole('article', { name: 'Create a repo', exact: true })
    await expect(creating.getByText(/fine-grained one with the permission repo\.write/)).toBeVisible()
    await expect(creating.getByRole('region', { name: 'Command for POST /api/repos/create' })).toContainText(`-d '{"name":"tides"}'`)
    expect((await page.goto('/docs/api/nothing'))?.status()).toBe(404)
  })
})

test('a malformed file is named on the page', async ({ page }) => {
  await page.goto('/ada/stories')
  await expect(page.getByRole('note').getByRole('link', { name: 'tokenizer_config.json' })).toBeVisible()
})

test('lines of a file have addresses', async ({ page }) => {
  await page.goto('/ada/stories/blob/main/src/%C3%BCber%20file.py#L2')
  await expect(page.locator('.line.is-marked')).toHaveText('    return "ahoy"')
  await page
    .locator('.line')
    .first()
    .click({ position: { x: 20, y: 8 } })
  await expect(page).toHaveURL(/#L1$/)
  await expect(page.locator('.line.is-marked')).toHaveText('def ahoy():')
})

test('the theme changes at once and the server remembers it', async ({ page }) => {
  await openPage(page, '/')
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true')
})
