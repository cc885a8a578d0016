import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { appCode } from '@portolan/hub/testing'
import type { Page } from '@playwright/test'
import { expect, expectGood, test } from './site.ts'

// Complete stories, each with a hub of its own accounts.

const password = 'nine harbors in the evening'

async function signUpAs(page: Page, name: string): Promise<void> {
  await page.goto('/sign-up')
  await page.getByLabel('User name').fill(name)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel(`Account ${name}`)).toBeVisible()
}

async function typePassword(page: Page, name: string): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Name or e-mail address').fill(name)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}

/** Makes the sessions of an account old: as if nobody had proven anything for a long time. */
function forgetProofs(dataDir: string, name: string): void {
  const db = new DatabaseSync(join(dataDir, 'hub.db'), { timeout: 10_000 })
  db.prepare('update session set proven = 0, factor_proven = 0 where user_id = (select id from account where name = ?)').run(name)
  db.close()
}

/** Sets up an authenticator app on the Security page. @returns its key and the recovery codes */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  const secret = (await page.locator('code').first().textContent()) ?? ''
  await page.getByLabel('Type the code that it shows').fill(appCode(secret, Date.now()))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Copy them now: you won’t see them again.')).toBeVisible()
  return { secret, codes: await page.getByRole('status').getByRole('listitem').allTextContents() }
}

test('an authenticator app: set up, asked for at sign-in, replaced by a recovery code, and turned off', async ({ page, browser, hub }) => {
  await signUpAs(page, 'tess')
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expectGood(page, 'security-totp-setup')
  await page.getByLabel('Type the code that it shows').fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('The code is wrong')).toBeVisible()
  const { secret, codes } = await setUpApp(page)
  expect(codes).toHaveLength(10)
  await expectGood(page, 'security-codes')

  const other = await browser.newContext({ baseURL: hub.url })
  const second = await other.newPage()
  await typePassword(second, 'tess')
  await expect(second.getByRole('heading', { name: 'Second step' })).toBeVisible()
  await expectGood(second, 'security-second-step')
  // Not signed in yet: the account's pages lead to sign-in.
  await second.goto('/settings')
  await expect(second.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await second.goto('/sign-in/second-step?next=/settings/security')
  await second.getByLabel('Code of your authenticator app').fill('123456')
  await second.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(second.getByRole('alert')).toContainText('The code is wrong')
  await second.getByLabel('Code of your authenticator app').fill(codes[0] ?? '')
  await second.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(second.getByText('9 codes are left.')).toBeVisible()
  await expect(second.getByText('Recovery code used')).toBeVisible()
  await expectGood(second, 'security-page')

  // One browser signs the other one out.
  await second.getByRole('button', { name: /^Sign out Chrome/ }).click()
  await expect(second.getByRole('button', { name: /^Sign out Chrome/ })).toBeHidden()
  await page.goto('/settings/security')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()

  await second.getByRole('button', { name: 'Turn off' }).click()
  await expect(second.getByRole('button', { name: 'Set up', exact: true })).toBeVisible()
  await typePassword(page, 'tess')
  await expect(page.getByLabel('Account tess')).toBeVisible()
  expect(secret).not.toBe('')
  await other.close()
})

for (const javaScriptEnabled of [true, false])
  test(`an old session proves itself again before a token is made, and the form is not lost, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({
    page,
    browser,
    hub,
  }) => {
    const name = javaScriptEnabled ? 'olga' : 'nora'
    await signUpAs(page, name)
    forgetProofs(hub.dataDir, name)
    const context = await browser.newContext({ baseURL: hub.url, javaScriptEnabled, storageState: await page.context().storageState() })
    const tab = await context.newPage()
    await tab.goto('/settings/tokens/new')
    await tab.getByLabel('Name').fill(`<b>deploy</b> ${name}`)
    await tab.getByRole('button', { name: 'Create token' }).click()
    await expect(tab.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
    await expect(tab.getByText('To create an access token')).toBeVisible()
    if (javaScriptEnabled) await expectGood(tab, 'security-confirm')
    await tab.getByLabel('Password').fill('not the password')
    await tab.getByRole('button', { name: 'Confirm with the password' }).click()
    await expect(tab.getByRole('alert')).toBeVisible()
    await tab.getByLabel('Password').fill(password)
    await tab.getByRole('button', { name: 'Confirm with the password' }).click()
    if (!javaScriptEnabled) await tab.getByRole('button', { name: 'Continue' }).click()
    await expect(tab.getByText('Copy it now: you won’t see it again.')).toBeVisible()
    await tab.goto('/settings/tokens')
    await expect(tab.getByText(`<b>deploy</b> ${name}`)).toBeVisible()
    await context.close()
  })
