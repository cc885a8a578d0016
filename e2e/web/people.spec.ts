import { addUser } from '../support/add-user.ts'
import { expect, expectGood, grace, signIn, test } from './site.ts'

// Complete user stories, each starting with a new account.

const json = { 'Content-Type': 'application/json' }

const card = `---
license: mit
extra_gated_heading: Before you sail
extra_gated_prompt: Sail **carefully**.<script>alert(1)</script>
extra_gated_fields:
  Company: text
  Country: country
  Purpose: {type: select, options: [Research, {label: Something else, value: other}]}
  I agree: checkbox
---
# Charts
`

test('a gated repo: asked for with the form of its card, answered by its owner', async ({ page, hub }) => {
  const eve = await addUser(hub, 'eve')
  await signIn(page.context(), hub)
  const post = (path: string, body: object) => hub.fetch(path, { method: 'POST', headers: json, body: JSON.stringify(body) })
  await post('/api/organizations', { name: 'navy' })
  await post('/api/repos/create', { organization: 'navy', name: 'charts', files: [{ path: 'README.md', content: card }] })
  await hub.fetch('/api/models/navy/charts/settings', { method: 'PUT', headers: json, body: JSON.stringify({ gated: 'manual' }) })

  await page.goto('/navy/charts/blob/main/README.md')
  await expect(page.getByText('Gated files').first()).toBeVisible()
  await page.getByRole('link', { name: 'Request access' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Before you sail' })).toBeVisible()
  await expectGood(page, 'people-ask-access')
  await page.getByLabel('Company').fill('<img src=x onerror=alert(1)>')
  await page.getByLabel('Country').selectOption('Portugal')
  await page.getByLabel('Purpose').selectOption('Something else')
  await page.getByLabel('I agree').check()
  await page.getByRole('button', { name: 'Agree and request access' }).click()
  await expect(page.getByText('navy has not answered yet')).toBeVisible()

  // The owner's view: grace runs the organization now, and eve has requested access, too.
  await fetch(`${hub.url}/navy/charts/ask-access`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...json, Authorization: `Bearer ${eve}` },
    body: JSON.stringify({ Company: '=1+1', Country: 'PT', Purpose: 'Research', 'I agree': true }),
  })
  await hub.fetch('/api/models/navy/charts/user-access-request/handle', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ user: grace.name, status: 'rejected', rejectionReason: 'No ship' }),
  })
  await page.goto('/navy/charts')
  await expect(page.getByText('“No ship”')).toBeVisible()
  await hub.fetch(`/api/organizations/navy/members/${grace.name}/role`, {
    method: 'PUT',
    headers: json,
    body: JSON.stringify({ role: 'admin' }),
  })
  await page.goto('/navy/charts/settings')
  await page.getByRole('link', { name: 'Access requests' }).click()
  await expect(page.getByText('=1+1')).toBeVisible()
  await expectGood(page, 'people-access-requests')
  await page.getByLabel('Choose eve').check()
  await page.getByRole('button', { name: 'Accept chosen (1)' }).click()
  await expect(page.getByRole('link', { name: 'Accepted 1' })).toBeVisible()
  expect((await fetch(`${hub.url}/navy/charts/resolve/main/README.md`, { headers: { Authorization: `Bearer ${eve}` } })).status).toBe(200)
  await page.getByRole('link', { name: 'Rejected 1' }).click()
  await expect(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  await page.getByLabel('User or organization').fill('navy')
  await page.getByRole('button', { name: 'Grant access' }).click()
  await expect(page.getByRole('button', { name: 'Remove navy' })).toBeVisible()
})

test('a collection: begun on the page of a repo, ordered by pointer, by keys, and without JavaScript', async ({ page, hub, browser }) => {
  await signIn(page.context(), hub)
  await page.goto('/ada/stories')
  await page.getByRole('link', { name: 'Add to collection', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Add to a collection' })).toBeVisible()
  await expectGood(page, 'people-collection-form')
  await page.getByLabel('Title').fill('Northern seas')
  await page.getByRole('button', { name: 'Create collection' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Northern seas' })).toBeVisible()
  const rows = page.getByRole('list', { name: 'Items' }).locator(':scope > li')
  await page.getByLabel('What').fill('nothing')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('This names no model')).toBeVisible()
  for (const [i, name] of ['ada/empty', 'datasets/ada/tides'].entries()) {
    await page.getByLabel('What').fill(name)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(rows).toHaveCount(i + 2)
  }
  const order = () => rows.evaluateAll((all) => all.map((row) => row.querySelector('a')?.textContent))
  await expect.poll(order).toEqual(['ada/stories', 'ada/empty', 'ada/tides'])
  await expectGood(page, 'people-collection')

  const saved = () => page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().includes('/collections/'))
  const handle = await page.getByRole('button', { name: /^Move ada\/stories: drag/ }).boundingBox()
  const last = await rows.nth(2).boundingBox()
  if (!handle || !last) throw new Error('nothing to drag')
  const dropped = saved()
  await page.mouse.move(handle.x + 4, handle.y + 4)
  await page.mouse.down()
  await page.mouse.move(handle.x + 4, last.y + last.height - 4, { steps: 12 })
  await page.mouse.up()
  await dropped
  await page.reload()
  await expect.poll(order).toEqual(['ada/empty', 'ada/tides', 'ada/stories'])

  const pressed = saved()
  await page.getByRole('button', { name: /^Move ada\/stories: drag/ }).press('ArrowUp')
  await expect(page.getByText('ada/stories is now number 2 of 3')).toBeAttached()
  await pressed
  await page.reload()
  await expect.poll(order).toEqual(['ada/empty', 'ada/stories', 'ada/tides'])

  const plain = await browser.newContext({ javaScriptEnabled: false, storageState: await page.context().storageState() })
  const quiet = await plain.newPage()
  await quiet.goto(page.url())
  await quiet.getByRole('button', { name: 'Move ada/tides up' }).click()
  const rowsThere = quiet.getByRole('list', { name: 'Items' }).locator(':scope > li')
  await expect(rowsThere.nth(1)).toContainText('ada/tides')
  await plain.close()
  await page.reload()
  await expect.poll(order).toEqual(['ada/empty', 'ada/tides', 'ada/stories'])
  await page.goto('/collections')
  await expectGood(page, 'people-collections')
})

test('an organization: members with roles, a picture, its end; and whom one follows', async ({ page, hub }) => {
  await signIn(page.context(), hub)
  await page.goto('/settings/organizations')
  await page.getByLabel('Name', { exact: true }).fill('crew')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await page.getByRole('link', { name: 'Manage members' }).click()
  await page.getByLabel('User', { exact: true }).fill('ada')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Remove ada' })).toBeVisible()
  await expectGood(page, 'people-organization')
  await page.getByRole('button', { name: 'Leave the organization' }).click()
  await expect(page.getByRole('alert')).toContainText('at least one administrator')
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  const picture = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 600
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  await page.getByLabel('Avatar').setInputFiles({ name: 'p.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') })
  await page.getByRole('button', { name: 'Upload avatar' }).click()
  await expect(page.getByRole('button', { name: 'Remove avatar' })).toBeVisible()
  expect((await fetch(`${hub.url}/avatars/crew`)).headers.get('content-type')).toBe('image/png')
  await expectGood(page, 'people-members')
  await page.getByLabel('Type crew to confirm').fill('crew')
  await page.getByRole('button', { name: 'Delete organization' }).click()
  await page.waitForURL('**/settings/organizations**')
  expect((await page.goto('/crew'))?.status()).toBe(404)

  await page.goto('/ada')
  // The button changes before the response arrives, and leaving the page immediately would cancel the request.
  const followed = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await page.getByRole('button', { name: 'Follow ada' }).click()
  await followed
  await expect(page.getByRole('button', { name: 'Following ada' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'From those you follow' })).toContainText('ada/stories')
  await page.goto('/users/ada/followers')
  await expect(page.getByRole('main')).toContainText(grace.name)
  await expectGood(page, 'people-follows')
})
