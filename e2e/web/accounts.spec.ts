import { createHash } from 'node:crypto'
import { addUser } from '../support/add-user.ts'
import { expect, expectGood, signIn, test } from './site.ts'

// What people do with their own account, and administrators with those of others.
test.setTimeout(300_000)

test('an SSH key: refused when it is none, added, shown as text, and removed', async ({ page, hub }) => {
  await signIn(page.context(), hub)
  await page.goto('/settings/ssh-keys')
  await expect(page.getByText('No keys yet')).toBeVisible()
  await page.getByLabel('Public key').fill('-----BEGIN OPENSSH PRIVATE KEY-----')
  await page.getByRole('button', { name: 'Add key' }).click()
  await expect(page.getByText('This is a private key')).toBeVisible()
  await expectGood(page, 'accounts-ssh-key-refused')
  const blob = Buffer.concat([
    Buffer.from('0000000b7373682d6564323535313900000020', 'hex'),
    createHash('sha256').update(String(process.hrtime.bigint())).digest(),
  ])
  const title = `<img src=x onerror=alert(1)> ${'x'.repeat(60)}`
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Public key').fill(`ssh-ed25519 ${blob.toString('base64')} me@example.org`)
  await page.getByRole('button', { name: 'Add key' }).click()
  await expect(page.getByText(title)).toBeVisible()
  await expectGood(page, 'accounts-ssh-keys')
  await page.getByRole('button', { name: `Remove ${title}` }).click()
  await expect(page.getByText('No keys yet')).toBeVisible()
})

test('somebody deletes their own account, and an administrator one with repositories and an organization', async ({
  page,
  hub,
  browser,
}) => {
  const password = 'a lamp in the roadstead'
  for (const name of ['leaver', 'stayer', 'skipper']) await addUser(hub, name, { password, isAdmin: name === 'skipper' })
  const signInAs = async (at: typeof page, name: string) => {
    await at.goto('/sign-in')
    await at.getByLabel('Name or e-mail address').fill(name)
    await at.getByLabel('Password').fill(password)
    await at.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await expect(at.getByLabel(`Account ${name}`)).toBeVisible()
  }
  const other = await browser.newContext({ baseURL: hub.url })
  const theirs = await other.newPage()
  await signInAs(theirs, 'leaver')
  const post = (path: string, body: object) =>
    theirs.evaluate(
      async ([to, json]) => (await fetch(to, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: json })).status,
      [path, JSON.stringify(body)] as const,
    )
  expect(await post('/api/repos/create', { name: 'chart' })).toBe(200)
  expect(await post('/api/organizations', { name: 'stokers' })).toBe(200)
  await theirs.goto('/settings/account')
  await expect(theirs.getByText('Nobody else administers these organizations')).toBeVisible()
  await expectGood(theirs, 'accounts-sole-administrator')

  await signInAs(page, 'skipper')
  await page.goto('/admin/people?q=leaver')
  await page.getByText('Manage').click()
  await page.getByRole('link', { name: 'Delete account: leaver' }).click()
  await expect(page.getByText('1 model')).toBeVisible()
  await page.getByLabel('Repositories').selectOption('Move 1 to another account')
  await page.getByLabel('Move to').fill('stayer')
  await page.getByLabel('Hand organizations over to').fill('nobody')
  await page.getByLabel('Type leaver to confirm').fill('leaver')
  await expectGood(page, 'accounts-delete-person')
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByText('There is no user or organization with this name.')).toBeVisible()
  await page.getByLabel('Hand organizations over to').fill('stayer')
  await page.getByLabel('Type leaver to confirm').fill('leaver')
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect(page).toHaveURL(({ pathname }) => pathname === '/admin/people')
  await theirs.goto('/settings')
  await expect(theirs).toHaveURL(/sign-in/)
  await expect.poll(async () => (await hub.fetch('/api/models/stayer/chart')).status).toBe(200)
  await page.goto('/admin/former-names')
  await expect(page.getByText('leaver')).toBeVisible()
  await expectGood(page, 'accounts-former-names')

  await signInAs(theirs, 'stayer')
  const member = await hub.fetch('/api/organizations/stokers', { method: 'DELETE' })
  expect(member.status).toBe(200)
  await theirs.goto('/settings/account')
  await expectGood(theirs, 'accounts-delete-own')
  await theirs.getByLabel('Type stayer to confirm').fill('stayer')
  await theirs.getByLabel('Password').fill('wrong')
  await theirs.getByRole('button', { name: 'Delete account' }).click()
  await expect(theirs.getByText('The password is incorrect.')).toBeVisible()
  await theirs.getByLabel('Password').fill(password)
  await theirs.getByLabel('Type stayer to confirm').fill('stayer')
  await theirs.getByRole('button', { name: 'Delete account' }).click()
  await expect(theirs.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
  expect((await hub.fetch('/api/users/stayer/overview')).status).toBe(404)
  await other.close()
})
