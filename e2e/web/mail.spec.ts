import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { admin, type BootedHub, bootHub } from '../support/booted-hub.ts'
import { openSmtpServer, type TestSmtpServer } from '../../apps/server/src/testing/open-smtp-server.ts'
import { expect, expectGood, test as base } from './site.ts'

/* The pages of mail, as somebody with a hostile name and a long address meets them, on a hub that requires confirmed addresses. */

const name = 'wilhelmina-of-the-very-long-account-name'
const password = 'nine harbors in the evening'
const address = `${'long-name.'.repeat(5)}x@${'very-long-domain-name.'.repeat(4)}example.org`

const test = base.extend<object, { smtp: TestSmtpServer; hub: BootedHub }>({
  smtp: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures wanted from this pattern
    async ({}, use) => {
      await using smtp = await openSmtpServer()
      await use(smtp)
    },
    { scope: 'worker' },
  ],
  hub: [
    async ({ smtp }, use) => {
      await using hub = await bootHub((url) => ({
        ...smtp.settings,
        PORTOLAN_PUBLIC_URL: url,
        PORTOLAN_REQUIRE_CONFIRMED_EMAIL: 'on',
      }))
      change(hub, 'update account set email = ?, email_state = 2 where name = ?', `${admin.name}@example.org`, admin.name)
      await use(hub)
    },
    { scope: 'worker' },
  ],
})

/** Changes the hub's database beside its server. */
function change(hub: BootedHub, statement: string, ...values: (string | number)[]): void {
  const db = new DatabaseSync(join(hub.dataDir, 'hub.db'), { timeout: 10_000 })
  db.prepare(statement).run(...values)
  db.close()
}

/** The path of the link in the latest mail, once it is there. */
async function linkIn(smtp: TestSmtpServer, hub: BootedHub, path: string): Promise<string> {
  const find = () =>
    smtp.mails
      .toReversed()
      .map(({ text }) => new RegExp(`${hub.url}(/${path}\\?code=[\\w.-]+)`).exec(text)?.[1])
      .find((link) => link !== undefined)
  await expect.poll(find, { timeout: 60_000 }).toBeDefined()
  return find() ?? ''
}

test('confirming an address, choosing and ending news, and setting a new password', async ({ page, hub, smtp }) => {
  await page.goto('/sign-up')
  await page.getByLabel('User name').fill(name)
  await page.getByLabel('Password').fill(password)
  await page.getByLabel(/e-mail address/i).fill(address)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Confirm your email address before you write')).toBeVisible()
  await page.goto('/settings/email')
  await expect(page.getByText('Not confirmed')).toBeVisible()
  await expectGood(page, 'mail-email-unconfirmed')
  await page.goto('/new')
  await page.getByLabel('Name', { exact: true }).fill('charts')
  await page.getByRole('button', { name: /Create/ }).click()
  await expect(page.getByRole('alert')).toContainText('Confirm your email address')
  await page.goto('/settings/notifications')
  await expect(page.getByText('You get no email until you')).toBeVisible()

  await page.goto(await linkIn(smtp, hub, 'confirm-email'))
  await expectGood(page, 'mail-confirm')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('The address belongs to the account')).toBeVisible()
  await page.goto('/confirm-email?code=x')
  await expect(page.getByText('This link is invalid or has expired')).toBeVisible()
  await page.goto('/settings/email')
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(page.getByText('Confirm your email address before you write')).toBeHidden()
  await page.getByLabel('New email address').fill(`other-${address}`)
  await page.getByRole('button', { name: 'Change address' }).click()
  await expect(page.getByText('It is replaced by')).toBeVisible()
  await expect(page.getByLabel('New email address')).toHaveValue('')
  await expectGood(page, 'mail-email-changing')

  await page.goto('/settings/notifications')
  await page.getByLabel('Repositories').selectOption('daily')
  // Reloading the page earlier would cancel the request.
  const saved = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await page.getByRole('button', { name: 'Save' }).click()
  await saved
  await page.reload()
  await expect(page.getByLabel('Repositories')).toHaveValue('daily')
  await expectGood(page, 'mail-notifications')

  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/forgot-password')
  await expectGood(page, 'mail-forgot')
  await page.getByLabel('User name or email address').fill(address)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.goto(await linkIn(smtp, hub, 'reset-password'))
  await expect(page.getByRole('button', { name: /password/i })).toBeVisible()

  // News, and the link at its end, opened without signing in.
  await hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ type: 'model', name: 'charts' }) })
  const title = `<img src=x onerror=alert(1)> ${'unbroken'.repeat(20)}`
  const description = `@${name} look at \u202Ethis`
  const opened = await hub.fetch(`/api/models/${admin.name}/charts/discussions`, {
    method: 'POST',
    body: JSON.stringify({ title, description }),
  })
  expect(opened.status).toBe(201)
  // It would wait for more to happen.
  change(hub, "update mail set next_at = 0 where kind = 'news' and attempts = 0")
  const link = await linkIn(smtp, hub, 'unsubscribe')
  await page.goto(link)
  await expect(page.getByText('Do you want no more email about:')).toBeVisible()
  await expectGood(page, 'mail-unsubscribe')
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('You get no more email about:')).toBeVisible()
  await expectGood(page, 'mail-unsubscribed')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('You get email again about:')).toBeVisible()
  await page.goto(`${link}x`)
  await expect(page.getByText('This link is not one of this hub')).toBeVisible()
})
