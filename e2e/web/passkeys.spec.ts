import type { CDPSession, Page } from '@playwright/test'
import { expect, expectGood, test } from './site.ts'

const password = 'nine harbors in the evening'

/** A virtual authenticator that verifies its user, as a phone or a laptop does. */
async function addAuthenticator(page: Page, options: { isUserVerified?: boolean } = {}): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: options.isUserVerified ?? true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, id: authenticatorId }
}

test('passkeys: registered with names, sign in alone and after the password, confirm, and are removed', async ({ page, hub }) => {
  // Browsers offer passkeys on localhost, not at an IP address.
  const site = hub.url.replace('127.0.0.1', 'localhost')
  const { cdp, id } = await addAuthenticator(page)
  await page.goto(`${site}/sign-up`)
  await page.getByLabel('User name').fill('pia')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Account pia')).toBeVisible()

  await page.goto(`${site}/settings/security`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('A name for it').fill('<b>Laptop</b>')
  await expectGood(page, 'passkeys-new')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByText('Copy them now: you won’t see them again.')).toBeVisible()
  await expect(page.getByText('<b>Laptop</b>', { exact: true })).toBeVisible()
  await expectGood(page, 'passkeys-security')
  // The same authenticator makes no second one.
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByText('This device has a passkey for this account already.')).toBeVisible()

  // Alone: no name, no password.
  const signOut = async () => {
    // First leave the page: a response that is under way could set the cookie again.
    await page.goto('about:blank')
    await page.context().clearCookies()
    await page.goto(`${site}/sign-in`)
  }
  await signOut()
  await expectGood(page, 'passkeys-sign-in')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByLabel('Account pia')).toBeVisible()

  // After the password.
  await signOut()
  await page.getByLabel('Name or e-mail address').fill('pia')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
  await expectGood(page, 'passkeys-second-step')
  // The password alone leads nowhere, and an authenticator that does not verify its user neither.
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false })
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: true })
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByLabel('Account pia')).toBeVisible()

  await page.goto(`${site}/settings/security`)
  await page.getByRole('button', { name: 'Remove <b>Laptop</b>' }).click()
  await expect(page.getByRole('button', { name: 'Remove <b>Laptop</b>' })).toBeHidden()
  await signOut()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('could not be verified')
})

test('an answer of a passkey counts once, here and nowhere else', async ({ page, hub }) => {
  const site = hub.url.replace('127.0.0.1', 'localhost')
  await addAuthenticator(page)
  await page.goto(`${site}/sign-up`)
  await page.getByLabel('User name').fill('paul')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Account paul')).toBeVisible()
  await page.goto(`${site}/settings/security`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByText('Copy them now: you won’t see them again.')).toBeVisible()
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto(`${site}/sign-in`)
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/sign-in'))
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  const body = (await sent).postData() ?? ''
  await expect(page.getByLabel('Account paul')).toBeVisible()
  const answer = new URLSearchParams(body).get('passkey') ?? /\{"id".*\}/.exec(body)?.[0] ?? ''
  expect(JSON.parse(answer)).toHaveProperty('response')
  for (const path of ['/sign-in', '/sign-in/second-step']) {
    const again = await fetch(`${site}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ passkey: answer, next: '/' }),
    })
    expect([path, again.headers.getSetCookie().some((cookie) => cookie.includes('portolan_session'))]).toEqual([path, false])
  }
})
