import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Page } from '@playwright/test'
import { bootHub, type BootedHub } from '../support/booted-hub.ts'
import { commitFiles } from '../support/commit-files.ts'
import { expect, expectAccessible, expectFits, signIn, test } from './site.ts'

const isStream = (url: string) => new URL(url).pathname === '/api/events'

/** Opens a page and resolves when its live channel is open. */
async function openLive(page: Page, path: string): Promise<void> {
  const opened = page.waitForResponse((answer) => isStream(answer.url()))
  await page.goto(path)
  expect((await opened).status()).toBe(200)
}

const notices = (page: Page) => page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Put away' }) })
const likeButton = (page: Page) => page.getByRole('button', { name: /^Like/ })

async function like(hub: BootedHub, method: 'POST' | 'DELETE'): Promise<void> {
  expect((await hub.fetch('/api/models/ada/stories/like', { method })).status).toBe(200)
}

/** Simulates a hidden tab, since headless browsers report every tab as visible. */
async function hide(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (hidden ? 'hidden' : 'visible') })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}

/** Records every notice from now on, however briefly it is shown. @returns a function that returns them */
async function record(page: Page): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle(() => {
    const texts: string[] = []
    const place = document.querySelector('[role=status][aria-live=polite]')
    if (!place) throw new Error('no place for notices')
    new MutationObserver(() => place.textContent && texts.push(place.textContent)).observe(place, { childList: true, subtree: true })
    return texts
  })
  return () => seen.evaluate((texts) => texts)
}

test('likes are counted in place, in every tab, and the heart follows its own user', async ({ page, context, hub }) => {
  await signIn(context, hub)
  const other = await context.newPage()
  await openLive(page, '/ada/stories')
  await openLive(other, '/ada/stories')
  await expect(likeButton(page)).toHaveText('Like0')
  const place = await page.locator('main').boundingBox()
  await like(hub, 'POST')
  for (const tab of [page, other]) await expect(likeButton(tab)).toHaveText('Like1')
  await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'false')
  await likeButton(other).click()
  for (const tab of [page, other]) {
    await expect(likeButton(tab)).toHaveText('Like2')
    await expect(likeButton(tab)).toHaveAttribute('aria-pressed', 'true')
  }
  await likeButton(page).click()
  await like(hub, 'DELETE')
  for (const tab of [page, other]) {
    await expect(likeButton(tab)).toHaveText('Like0')
    await expect(likeButton(tab)).toHaveAttribute('aria-pressed', 'false')
  }
  expect(await page.locator('main').boundingBox()).toEqual(place)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a new commit is a line in the corner that moves nothing, at 360 px, ${colorScheme}`, async ({ page, hub }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 360, height: 740 })
    await openLive(page, '/ada/stories/tree/main')
    const place = await page.locator('main').boundingBox()
    await commitFiles(hub, 'models/ada/stories', { [`${colorScheme}.txt`]: 'news' }, 'News')
    await expect(notices(page)).toContainText(/main has a new commit by ada \([0-9a-f]{7}\)/)
    expect(await page.locator('main').boundingBox()).toEqual(place)
    await expectAccessible(page)
    await expectFits(page)
    await expect(page.getByRole('link', { name: `${colorScheme}.txt` })).toHaveCount(0)
    await notices(page).getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('link', { name: `${colorScheme}.txt` })).toBeVisible()
    await expect(notices(page)).toHaveCount(0)
  })
}

test('a notice that is put away stays away until there is other news', async ({ page, hub }) => {
  await openLive(page, '/ada/stories')
  await commitFiles(hub, 'models/ada/stories', { 'a.txt': 'one' })
  await notices(page).getByRole('button', { name: 'Put away' }).click()
  await expect(notices(page)).toHaveCount(0)
  await like(hub, 'POST')
  await expect(likeButton(page)).toHaveText('Like1')
  await expect(notices(page)).toHaveCount(0)
  await like(hub, 'DELETE')
  await commitFiles(hub, 'models/ada/stories', { 'a.txt': 'two' })
  await expect(notices(page)).toContainText('main has a new commit')
})

test('an owner’s page tells of new repositories, and a repository of its new place and of its end', async ({ page, context, hub }) => {
  await openLive(page, '/ada')
  const call = async (path: string, method: string, body: object) =>
    expect((await hub.fetch(path, { method, body: JSON.stringify(body) })).status).toBeLessThan(300)
  await call('/api/repos/create', 'POST', { type: 'model', name: 'fresh' })
  await expect(notices(page)).toContainText('New: ada/fresh')
  await notices(page).getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: /fresh/ })).toBeVisible()
  const repo = await context.newPage()
  await openLive(repo, '/ada/fresh')
  await call('/api/repos/move', 'POST', { fromRepo: 'ada/fresh', toRepo: 'ada/moved', type: 'model' })
  const reopened = repo.waitForResponse((answer) => isStream(answer.url()))
  await notices(repo).getByRole('link', { name: 'Go there' }).click()
  await expect(repo).toHaveURL(/\/ada\/moved$/)
  await expect(notices(repo)).toHaveCount(0)
  await reopened
  await call('/api/repos/delete', 'DELETE', { organization: 'ada', name: 'moved', type: 'model' })
  await expect(notices(repo)).toContainText('This repository is not there any more')
})

test('a page that is opened later does not tell as news what it shows already', async ({ page, hub }) => {
  await openLive(page, '/ada/stories')
  const create = await hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ type: 'model', name: 'earlier' }) })
  expect(create.status).toBe(200)
  const opened = page.waitForResponse((answer) => answer.url().includes('topic=listing'))
  await page.getByRole('region', { name: 'Repository' }).getByRole('link', { name: 'ada', exact: true }).click()
  expect((await (await opened).request().allHeaders())['last-event-id']).toBe(undefined)
  await expect(page.getByRole('main').getByRole('link', { name: /earlier/ })).toBeVisible()
  // Any other notice would have arrived before this one.
  await hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ type: 'model', name: 'later' }) })
  await expect(notices(page)).toHaveText(/New: ada\/later/)
})

test('who uploads is not told of the own commit; other tabs are', async ({ page, context, hub }) => {
  await signIn(context, hub)
  await page.goto('/new')
  await page.locator('input[name=name]').fill('logbook')
  await page.getByRole('main').locator('button[type=submit]').click()
  await page.waitForURL(/\/grace\/logbook/)
  const other = await context.newPage()
  await openLive(other, '/grace/logbook')
  await openLive(page, '/grace/logbook/upload/main')
  const told = await record(page)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'day-1.txt', mimeType: 'text/plain', buffer: Buffer.from('calm') })
  await page.getByRole('button', { name: /^Upload one file/ }).click()
  await page.waitForURL(/\/tree\/main/)
  await expect(notices(other)).toContainText('main has a new commit by grace')
  await expect(page.getByRole('link', { name: 'File day-1.txt' })).toBeVisible()
  expect(await told()).toEqual([])
  await commitFiles(hub, 'models/grace/logbook', { 'day-2.txt': 'storm' })
  await expect(notices(page)).toContainText('main has a new commit by ada')
  expect(await told()).toHaveLength(1)
})

test('work on a repository shows in the corner while it runs', async ({ page, hub }) => {
  await openLive(page, '/ada/stories')
  const script = `
    import { openHub, silentLogger, startProgress } from '@portolan/hub'
    import { testHubConfig } from '@portolan/hub/testing'
    const hub = await openHub(testHubConfig(process.env.DATA), silentLogger)
    const repo = await hub.db.read.selectFrom('repo').select('id').where('name', '=', 'stories').executeTakeFirstOrThrow()
    const work = await startProgress(hub, { kind: 'test', title: 'Copying files', total: 4, of: { repoId: repo.id } })
    work.report(3)
    process.stdin.once('data', async () => { await work.finish(); await hub.close(); process.exit(0) })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, DATA: hub.dataDir },
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const bar = page.getByRole('progressbar', { name: 'Copying files' })
  await expect(bar).toHaveJSProperty('value', 0.75)
  await expectAccessible(page)
  const ended = once(child, 'exit')
  child.stdin.write('end\n')
  await expect(bar).toHaveCount(0)
  await ended
})

test('a hidden tab gives its connection up when another one opens, and hears what it missed when it is seen again', async ({
  page,
  context,
  hub,
}) => {
  await openLive(page, '/ada/stories')
  await hide(page, true)
  const gone = page.waitForEvent('requestfailed', (request) => isStream(request.url()))
  const other = await context.newPage()
  await openLive(other, '/ada/stories')
  await gone
  await commitFiles(hub, 'models/ada/stories', { 'hidden.txt': 'x' })
  await expect(notices(other)).toContainText('main has a new commit')
  await expect(notices(page)).toHaveCount(0)
  await hide(page, false)
  await expect(notices(page)).toContainText('main has a new commit by ada')
})

test('pages find their way back to a hub that was killed and restarted', async ({ browser }) => {
  await using hub = await bootHub()
  expect((await hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ type: 'model', name: 'stories' }) })).status).toBe(
    200,
  )
  const context = await browser.newContext({ baseURL: hub.url })
  const page = await context.newPage()
  await openLive(page, '/ada/stories')
  const lost = page.waitForEvent('requestfailed', (request) => isStream(request.url()))
  await hub.kill()
  await lost
  const back = page.waitForResponse((answer) => isStream(answer.url()), { timeout: 180_000 })
  await hub.restart()
  expect((await back).status()).toBe(200)
  await like(hub, 'POST')
  await expect(likeButton(page)).toHaveText('Like1')
  await context.close()
})

test('a session that was ended elsewhere is noticed; what was typed stays, and works after signing in again', async ({
  page,
  context,
  browser,
  hub,
}) => {
  await signIn(context, hub)
  const elsewhere = await browser.newContext({ baseURL: hub.url })
  await signIn(elsewhere, hub)
  await openLive(page, '/settings')
  await page.getByLabel('Full name').fill('Grace, half-way')
  const settings = await elsewhere.newPage()
  await settings.goto('/settings/security')
  await settings.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(notices(page)).toContainText('You are signed out')
  await expectAccessible(page)
  await expect(page.getByLabel('Full name')).toHaveValue('Grace, half-way')
  const [tab] = await Promise.all([context.waitForEvent('page'), notices(page).getByRole('link', { name: 'Sign in again' }).click()])
  await tab.getByLabel('Name or e-mail address').fill('grace')
  await tab.getByLabel('Password').fill('harbour lights at nine')
  await tab.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(tab).toHaveURL(/\/settings$/)
  await expect(notices(page)).toHaveCount(0)
  await expect(page.getByLabel('Full name')).toHaveValue('Grace, half-way')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await elsewhere.close()
})

test('a page that stays open renews its session within 90 seconds of the end, and the cookie with it', async ({ page, context, hub }) => {
  await signIn(context, hub)
  const cookie = async () => (await context.cookies()).find(({ name }) => name === 'portolan_session')
  const before = await cookie()
  if (!before) throw new Error('no session')
  // Like a cookie in its last hour.
  await context.addCookies([{ ...before, expires: Date.now() / 1000 + 3600 }])
  await page.clock.install()
  // Once the channel is open, the page is hydrated and its timers run.
  await openLive(page, '/settings')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/session')) asked.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  const days = 24 * 3600
  await page.clock.fastForward((30 * days - 200) * 1000)
  expect(asked).toEqual([])
  const renewed = page.waitForResponse((answer) => answer.url().endsWith('/api/session/refresh'))
  await page.clock.fastForward(140_000)
  expect((await renewed).status()).toBe(200)
  const after = await cookie()
  expect(after?.value).toBe(before.value)
  expect((after?.expires ?? 0) - before.expires).toBeGreaterThan(-5)
  await expect(notices(page)).toHaveCount(0)
})

test('without scripts the pages are as they were', async ({ browser, hub }) => {
  const context = await browser.newContext({ baseURL: hub.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/ada/stories')
  await expect(likeButton(page)).toBeVisible()
  await expect(notices(page)).toHaveCount(0)
  await context.close()
})
