import { addUser } from '../support/add-user.ts'
import { expect, expectGood, signIn, test } from './site.ts'

const pages = { audit: 'Audit log', storage: 'Storage', collector: 'Collector', robots: 'Robots' } as const

test('pages of the administrator are quiet, accessible and fit', async ({ page, hub }) => {
  test.slow()
  const password = 'a lamp in the roadstead'
  await addUser(hub, 'harbourmaster', { password, isAdmin: true })
  await page.goto('/sign-in')
  await page.getByLabel('Name or e-mail address').fill('harbourmaster')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Account harbourmaster')).toBeVisible({ timeout: 20_000 })
  for (const [name, heading] of Object.entries(pages)) {
    expect((await page.goto(`/admin/${name}`, { waitUntil: 'networkidle' }))?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
    await expectGood(page, `admin-${name}`)
  }
})

test('they are refused to others', async ({ page, hub }) => {
  await signIn(page.context(), hub)
  for (const name of Object.keys(pages)) expect((await page.goto(`/admin/${name}`))?.status()).toBe(403)
})
