import { taskIds } from '@portolan/tasks'
import { taskDetails } from '@portolan/tasks/details'
import { openPage } from './open-page.ts'
import { expect, expectAccessible, expectFits, expectGood, test } from './site.ts'

test.describe('all tasks', () => {
  test('by modality, with what this hub holds', async ({ page }) => {
    await openPage(page, '/')
    const main = page.getByRole('navigation', { name: 'Main' })
    await main.getByText('Browse').click()
    await main.getByRole('link', { name: 'Tasks' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tasks')
    await expect(page.getByRole('status').first()).toHaveText('57 tasks')
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      'Multimodal',
      'Natural Language Processing',
      'Computer Vision',
      'Audio',
      'Tabular',
      'Reinforcement Learning',
      'Other',
    ])
    const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Text Generation', exact: true }) })
    // Other files of this suite add models to the same hub.
    const models = (await (await page.request.get('/api/models?pipeline_tag=text-generation')).json()) as unknown[]
    expect(models.length).toBeGreaterThan(0)
    await expect(card).toContainText(`${models.length} model${models.length === 1 ? '' : 's'}, no datasets`)
  })

  test('typing narrows the list, and the address says so', async ({ page }) => {
    await openPage(page, '/tasks')
    await page.getByRole('searchbox', { name: 'What you want to do' }).pressSequentially('subtitles')
    await expect(page).toHaveURL(/\?q=subtitles$/)
    await expect(page.getByRole('main').getByRole('link', { name: 'Automatic Speech Recognition' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Fill-Mask' })).toHaveCount(0)
    await page.getByRole('searchbox', { name: 'What you want to do' }).fill('zzzz')
    await expect(page.getByText('No task by these words')).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('search, page, order and library are links and forms', async ({ page }) => {
    await page.goto('/tasks')
    await page.getByRole('searchbox', { name: 'What you want to do' }).fill('prompt')
    await page.getByRole('search', { name: 'Search tasks' }).getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/\/tasks\?q=prompt$/)
    await page.getByRole('main').getByRole('link', { name: 'Text Generation', exact: true }).click()
    await expect(page).toHaveURL(/\/tasks\/text-generation$/)
    await expect(page.getByRole('region', { name: 'Models', exact: true }).getByRole('link', { name: 'ada/stories' })).toBeVisible()
    await expect(page.locator('pre[data-code]').first()).toBeVisible()
    await page.getByRole('navigation', { name: 'Order' }).getByRole('link', { name: 'Most downloaded' }).click()
    await expect(page).toHaveURL(/sort=downloads/)
    await expect(page.getByRole('navigation', { name: 'Order' }).getByRole('link', { name: 'Most downloaded' })).toHaveAttribute(
      'aria-current',
      'true',
    )
  })
})

test.describe('a task', () => {
  test('shows code for a model of this hub, and names this hub in it', async ({ page, hub }) => {
    await openPage(page, '/tasks/text-generation')
    const start = page.getByRole('region', { name: 'Start', exact: true })
    // Which model depends on what other files of this suite uploaded and downloaded.
    const id = await start.getByRole('link', { name: /^\w+\/[\w-]+$/ }).textContent()
    const code = await start.locator('pre[data-code]').allTextContents()
    expect(code.join('\n')).toContain(JSON.stringify(id))
    expect(code.join('\n')).toContain(hub.url)
    await start.getByRole('button', { name: 'Copy all' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(code.join('\n'))
  })

  test('without a model: code with a name to fill in', async ({ page }) => {
    await openPage(page, '/tasks/image-classification')
    const start = page.getByRole('region', { name: 'Start', exact: true })
    await expect(start).toContainText('Fill in: owner/model')
    await expect(start.locator('mark').first()).toContainText('owner/model')
    await start.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'timm' }).click()
    await expect(page).toHaveURL(/library=timm/)
    await expect(start.locator('pre[data-code]').last()).toContainText('timm')
  })

  test('is reached from a model, from a listing and from another task', async ({ page }) => {
    await openPage(page, '/ada/stories')
    await page.getByRole('region', { name: 'Repository' }).getByRole('link', { name: 'Text generation' }).click()
    await expect(page).toHaveURL(/\/tasks\/text-generation$/)
    await page.getByRole('link', { name: /^\d+ models?$/ }).click()
    await expect(page).toHaveURL(/\/models\?task=text-generation$/)
    await page.getByRole('main').getByRole('link', { name: 'Text Generation', exact: true }).click()
    await expect(page).toHaveURL(/\/tasks\/text-generation$/)
    await page.getByRole('link', { name: 'Summarization' }).click()
    await page.getByRole('link', { name: 'A case of Text Generation' }).click()
    await expect(page).toHaveURL(/\/tasks\/text-generation$/)
  })

  test('its texts are in the page and in no script', async ({ page }) => {
    const arriving: Promise<string>[] = []
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.endsWith('.js')) arriving.push(response.text())
    })
    const { summary } = taskDetails['fill-mask']
    await openPage(page, '/tasks/fill-mask')
    await expect(page.getByRole('main')).toContainText(summary)
    // The browser forgets what it received for a page that it has left.
    const first = await Promise.all(arriving)
    await openPage(page, '/ada/stories')
    const scripts = [...first, ...(await Promise.all(arriving.slice(first.length)))]
    expect(scripts.length).toBeGreaterThan(10)
    // Neither the texts nor the list of tasks: `voice-activity-detection` appears in both and in no page's own code.
    expect(scripts.filter((script) => script.includes(summary.slice(0, 40)) || script.includes('voice-activity-detection'))).toEqual([])
  })

  test('sounds play and pictures show', async ({ page }) => {
    await openPage(page, '/tasks/any-to-any')
    const picture = page.getByRole('img', { name: 'A harbour scene with a boat' })
    await expect(picture).toHaveJSProperty('naturalWidth', 480)
    const seconds = await page.locator('audio').evaluate(
      (audio: HTMLAudioElement) =>
        new Promise<number>((resolve, reject) => {
          audio.addEventListener('loadedmetadata', () => resolve(audio.duration))
          audio.addEventListener('error', () => reject(new Error('the sound does not load')))
          audio.load()
          audio.preload = 'metadata'
        }),
    )
    expect(seconds).toBeGreaterThan(1)
  })

  test('that does not exist is a 404 page', async ({ page }) => {
    for (const path of ['/tasks/nothing', '/tasks/__proto__', '/tasks/Fill-Mask', '/tasks/fill-mask/more/still']) {
      expect((await page.goto(path))?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
    }
  })
})

// The list, and one task for each kind of demo.
for (const id of [
  '',
  'text-classification',
  'token-classification',
  'feature-extraction',
  'audio-to-audio',
  'object-detection',
  'robotics',
  'text-generation',
])
  test(`/tasks/${id} is accessible and fits`, async ({ page }) => {
    await openPage(page, `/tasks${id === '' ? '' : `/${id}`}`)
    await expectGood(page, `tasks-${id}`)
  })

test('every task has a quiet page that fits a small screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const id of taskIds) {
    expect((await page.goto(`/tasks/${id}`))?.status()).toBe(200)
    await expectFits(page)
  }
})
