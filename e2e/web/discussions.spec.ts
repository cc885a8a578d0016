import type { Page } from '@playwright/test'
import type { BootedHub } from '../support/booted-hub.ts'
import { commitFiles } from '../support/commit-files.ts'
import { openPage } from './open-page.ts'
import { expect, expectGood, signIn, test } from './site.ts'

/* Discussions and pull requests, from the list to the merge, including notifications. */

async function post(hub: BootedHub, path: string, body: unknown): Promise<{ num: number }> {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await hub.fetch(path, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) })
  expect([path, answer.status < 300]).toEqual([path, true])
  return (await answer.json()) as { num: number }
}

const said = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

test.describe('discussions', () => {
  test.use({ colorScheme: 'dark' })

  test('a discussion is opened, answered, edited and closed; names are called', async ({ page, hub }) => {
    await signIn(page.context(), hub)
    const { num } = await post(hub, '/api/models/ada/stories/discussions', {
      title: 'Which sea is it about?',
      description:
        'I *wonder*, @grace.\n\n```python\nprint("ahoy")\n```\n\n<img src=x onerror="document.title = 1"><script>document.title = 2</script>',
    })
    await page.goto('/ada/stories')
    await page.getByRole('link', { name: 'Notifications, 1 unread' }).click()
    await expectGood(page, 'notifications')
    await page.getByRole('link', { name: 'Which sea is it about?' }).click()
    await page.waitForURL(new RegExp(`/ada/stories/discussions/${num}`))
    await expect(page.getByRole('link', { name: '@grace' })).toHaveAttribute('href', '/grace')
    expect(await page.title()).toContain('Which sea is it about?')
    await page.getByLabel('Your comment').fill('The **northern** one, see #1')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(said(page, 'The northern one').getByRole('link', { name: '#1' })).toBeVisible()
    await expect(page.getByLabel('Your comment')).toHaveValue('')
    const own = said(page, 'The northern one')
    await own.getByLabel('React').click()
    await own.getByRole('button', { name: '🚀' }).click()
    await expect(own.getByRole('button', { name: '🚀 1' })).toHaveAttribute('aria-pressed', 'true')
    await own.getByText('Edit', { exact: true }).click()
    await own.getByLabel('Comment', { exact: true }).fill('The southern one')
    await own.getByRole('button', { name: 'Save' }).click()
    const edited = said(page, 'The southern one')
    await expect(edited.getByText('edited once')).toBeVisible()
    await expect(said(page, 'I wonder').getByText('Edit', { exact: true })).toHaveCount(0)
    await expectGood(page, 'discussion')
    await post(hub, `/api/models/ada/stories/discussions/${num}/comment`, { comment: 'Thank you' })
    await page.getByRole('status').getByRole('button', { name: 'Show' }).click()
    await expect(said(page, 'Thank you')).toBeVisible()
  })

  test('a new discussion by hand, without scripts, and the list', async ({ browser, page, hub }) => {
    await signIn(page.context(), hub)
    const context = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
      baseURL: hub.url,
      colorScheme: 'light',
    })
    const plain = await context.newPage()
    await plain.goto('/datasets/ada/tides/discussions')
    await plain.getByRole('link', { name: 'New discussion' }).click()
    await plain.getByLabel('Title').fill('Where are the harbours?')
    await plain.getByLabel('What is it about?').fill('I see *none*.')
    await plain.getByRole('button', { name: 'Open the discussion' }).click()
    await expect(plain.getByRole('heading', { name: 'Where are the harbours? #1' })).toBeVisible()
    await plain.getByLabel('Your comment').fill('Found them')
    await plain.getByRole('button', { name: 'Close' }).click()
    await expect(plain.getByText('closed this')).toBeVisible()
    await expect(said(plain, 'Found them')).toBeVisible()
    await plain.goto('/datasets/ada/tides/discussions')
    await expect(plain.getByText('No open discussion')).toBeVisible()
    await plain.getByRole('link', { name: '1 closed' }).click()
    await expect(plain.getByRole('link', { name: 'Where are the harbours?' })).toBeVisible()
    await context.close()
    await page.goto('/datasets/ada/tides/discussions?status=all')
    await expectGood(page, 'list')
    await page.goto('/datasets/ada/tides/discussions/new?kind=pull_request')
    await expectGood(page, 'new')
    expect((await page.goto('/datasets/ada/tides/discussions/99'))?.status()).toBe(404)
  })
})

test('a pull request: what it changes, how it is fetched, conflicts, the merge', async ({ page, hub }) => {
  await signIn(page.context(), hub)
  await openPage(page, '/new')
  await page.locator('input[name=name]').fill('charts')
  await page.getByRole('main').locator('button[type=submit]').click()
  await page.waitForURL(/\/grace\/charts/)
  const repo = 'models/grace/charts'
  await commitFiles(hub, repo, { 'chart.py': 'one = 1\ntwo = 2\nthree = 3\n', 'log.txt': 'calm\n' })
  const propose = (files: Record<string, string>) => {
    const lines = [
      { key: 'header', value: { summary: 'Correct the chart' } },
      ...Object.entries(files).map(([path, content]) => ({ key: 'file', value: { path, content } })),
    ]
    return post(hub, `/api/${repo}/commit/main?create_pr=1`, lines.map((line) => JSON.stringify(line)).join('\n'))
  }
  await propose({ 'chart.py': 'one = 1\ntwo = 22\nthree = 3\n', 'new.txt': 'new\n' })
  await propose({ 'log.txt': 'storm\n' })
  await commitFiles(hub, repo, { 'log.txt': 'fog\n' })
  await page.goto('/grace/charts/discussions/2')
  await expect(page.getByText('Conflicts.')).toBeVisible()
  await expect(page.getByText('git merge origin/main')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'log.txt' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Merge/ })).toHaveCount(0)
  await expectGood(page, 'conflict')
  await page.goto('/grace/charts/discussions/1')
  await expect(page.getByText('git fetch origin refs/pr/1:pr/1')).toBeVisible()
  await page.getByRole('link', { name: 'Files changed' }).click()
  await page.waitForURL(/\/files$/)
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.getByRole('link', { name: 'Side by side' }).click()
  await expect(page.getByText('two = 22')).toBeVisible()
  await expectGood(page, 'files')
  await page.getByRole('link', { name: 'Commits (1)' }).click()
  await page.waitForURL(/\/discussions\/1\/commits$/)
  await expect(page.getByRole('link', { name: 'Correct the chart', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Conversation' }).click()
  await page.waitForURL(/\/discussions\/1$/)
  await page.getByLabel('Merge message (optional)').fill('Well seen')
  await page.getByRole('button', { name: 'Merge into main' }).click()
  await expect(page.getByText('merged this as')).toBeVisible()
  await expect(said(page, 'Well seen')).toBeVisible()
  await expectGood(page, 'merged')
  expect(await (await hub.fetch('/grace/charts/resolve/main/chart.py')).text()).toBe('one = 1\ntwo = 22\nthree = 3\n')
})
