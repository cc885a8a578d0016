import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import type { BootedHub } from '../support/booted-hub.ts'
import { addUser } from '../support/add-user.ts'
import { openPage } from './open-page.ts'
import { expect, expectGood, signIn, test } from './site.ts'

const pages = {
  people: 'People',
  '': 'Overview',
  organizations: 'Organizations',
  invites: 'Invitations',
  'former-names': 'Former names',
  jobs: 'Jobs',
  settings: 'Settings of this server',
  audit: 'Audit log',
  storage: 'Storage',
  'garbage-collection': 'Garbage collection',
  robots: 'Service accounts',
} as const

test('pages of the administrator are quiet, accessible and fit', async ({ page, hub }) => {
  test.slow()
  await signInAs(page, hub, 'harbourmaster')
  for (const [name, heading] of Object.entries(pages)) {
    expect((await openPage(page, `/admin/${name}`))?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
    await expectGood(page, `admin-${name || 'overview'}`)
  }
  await page.goto('/admin/storage?q=ada')
  const limit = page.getByLabel('Limit of ada in GB')
  await expect(limit).toBeHidden()
  await page.getByLabel('Which limit ada has').selectOption('Custom limit')
  await limit.fill('2.5')
  await page.getByRole('button', { name: 'Set the limit of ada' }).click()
  await expect(page.getByText(/of 2\.50 GB/)).toBeVisible()
})

test('somebody is suspended, let back in, and made an administrator', async ({ page, hub, browser }) => {
  await signInAs(page, hub, 'harbormaster')
  const other = await browser.newContext({ baseURL: hub.url })
  const theirs = await other.newPage()
  await signInAs(theirs, hub, 'mate', false)
  await theirs.goto('/settings/tokens')
  await expect(theirs.getByRole('heading', { level: 1 })).toContainText('Access tokens')
  await page.goto('/admin/people')
  await page.getByPlaceholder('Search by name or e-mail address').fill('mate')
  await page.getByRole('button', { name: 'Search', exact: true }).last().click()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'mate', exact: true }) })
  await row.getByText('Manage').click()
  await expectGood(page, 'admin-people-manage')
  await row.getByRole('button', { name: 'Suspend account: mate' }).click()
  await expect(row.getByText('Suspended')).toBeVisible()
  await theirs.reload()
  await expect(theirs).toHaveURL(/sign-in/)
  await row.getByRole('button', { name: 'Reactivate account: mate' }).click()
  await expect(row.getByText('Suspended')).toHaveCount(0)
  await row.getByRole('button', { name: 'Create password reset link: mate' }).click()
  await expect(row.getByText('Send this link to mate')).toBeVisible()
  await expectGood(page, 'admin-people-reset')
  const link = (await row.locator('p.font-mono').textContent()) ?? ''
  await theirs.goto(link)
  await expectGood(theirs, 'reset-password')
  await theirs.getByLabel('New password').fill('another lamp in the roadstead')
  await theirs.getByRole('button', { name: 'Set password' }).click()
  await theirs.waitForURL('**/sign-in**')
  await theirs.getByLabel('Name or e-mail address').fill('mate')
  await theirs.getByLabel('Password').fill('another lamp in the roadstead')
  await theirs.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(theirs.getByLabel('Account mate')).toBeVisible()
  await theirs.goto(link)
  await expect(theirs.getByText('This link is invalid, has expired, or was already used.')).toBeVisible()
  await row.getByRole('button', { name: 'Make administrator: mate' }).click()
  await expect(row.getByText('Administrator', { exact: true })).toBeVisible()
  await other.close()
})

test('they are refused to others', async ({ page, hub }) => {
  await signIn(page.context(), hub)
  for (const name of Object.keys(pages)) expect((await page.goto(`/admin/${name}`))?.status()).toBe(403)
})

test('garbage collection’s buttons: a look, a run, keep, release, why, restore', async ({ page, hub }) => {
  await signInAs(page, hub, 'sweeper')
  for (const [name, method] of [
    ['create', 'POST'],
    ['delete', 'DELETE'],
  ] as const)
    expect((await hub.fetch(`/api/repos/${name}`, { method, body: JSON.stringify({ type: 'model', name: 'wreck' }) })).status).toBe(200)
  await page.goto('/admin/garbage-collection?kind=repository')
  await page.getByRole('button', { name: 'Show what a run would do' }).click()
  await expect(page.getByRole('row', { name: /^repository/ }).first()).toContainText('1')
  await expect(page.getByText('The last look at what a run would do')).toBeVisible()
  await page.getByRole('button', { name: 'Run now' }).click()
  await expect(page.getByText(/The last run began .* nothing freed/)).toBeVisible()
  await page.getByRole('button', { name: 'Keep model ada/wreck' }).click()
  await expect(page.getByText('kept until it is released')).toBeVisible()
  await page.getByRole('button', { name: 'Release model ada/wreck' }).click()
  await expect(page.getByText('kept until it is released')).toHaveCount(0)
  // The filter is still applied.
  await expect(page.getByLabel('Kind')).toHaveValue('repository')
  await page.getByLabel('Another name for model ada/wreck').fill('raised')
  await page.getByRole('button', { name: 'Restore model ada/wreck' }).click()
  await expect(page).toHaveURL(/\/ada\/raised/)
  await page.goto('/admin/garbage-collection')
  await page.getByPlaceholder('sha-256 of a large file').fill('f'.repeat(64))
  await page.getByRole('button', { name: 'Ask' }).click()
  await expect(page.getByText('The hub has nothing of that name.')).toBeVisible()
})

test('a run of garbage collection that takes long is shown while it goes on, with and without scripts', async ({ page, browser, hub }) => {
  await signInAs(page, hub, 'watchman')
  // As another process on the same database would.
  using other = new DatabaseSync(join(hub.dataDir, 'hub.db'), { timeout: 10_000 })
  const now = Date.now()
  other.prepare("insert or replace into gc_lease(name, holder, expires) values ('gc', 'another process', ?)").run(now + 600_000)
  other.prepare("insert into gc_run(started, dry, state, report) values (?, 0, 'running', '{}')").run(now)
  await page.goto('/admin/garbage-collection')
  await expect(page.getByText(/A run began on .* UTC and still goes on/)).toBeVisible()
  await expectGood(page, 'admin-garbage-collection-running')
  await page.getByRole('button', { name: 'Run now' }).click()
  await expect(page.getByRole('alert')).toContainText('Nothing new was begun: a run still goes on.')
  const plain = await browser.newContext({ javaScriptEnabled: false, storageState: await page.context().storageState() })
  const quiet = await plain.newPage()
  await quiet.goto(page.url())
  await quiet.getByRole('button', { name: 'Show what a run would do' }).click()
  await expect(quiet.getByRole('alert')).toContainText('Nothing new was begun: a run still goes on.')
  await quiet.getByRole('link', { name: 'Look again' }).click()
  await expect(quiet.getByText(/A run began on .* UTC and still goes on/)).toBeVisible()
  other
    .prepare("update gc_run set state = 'failed', ended = ?, report = ? where state = 'running'")
    .run(now + 65_000, '{"error":"no room"}')
  other.exec('delete from gc_lease')
  await quiet.reload()
  await expect(quiet.getByText('and failed: no room')).toBeVisible()
  await plain.close()
  await expect(page.getByText('and failed: no room')).toBeVisible()
})

test('the storage page shows how backups and verification stand, and what is damaged', async ({ page, hub }) => {
  await signInAs(page, hub, 'archivist')
  await page.goto('/admin/storage')
  await expect(page.getByText('PORTOLAN_BACKUP_EVERY_HOURS')).toBeVisible()
  await expectGood(page, 'admin-storage-quiet')
  using other = new DatabaseSync(join(hub.dataDir, 'hub.db'), { timeout: 10_000 })
  const now = Date.parse('2026-11-21T08:00:00Z')
  const run = other.prepare('insert into backup_run(kind, place, started, ended, state, report) values (?, ?, ?, ?, ?, ?)')
  const place = 's3://harbor-backups/hubs/north-sea/main-hub-with-a-long-name'
  const figures = { name: '20261120T080000000Z', tables: 60, rows: 7_000_000, blobs: 9_000, bytes: 1.234e12, missing: 0 }
  run.run(
    'backup',
    place,
    now - 86_400_000,
    now,
    'done',
    JSON.stringify({ ...figures, pruneError: 'The manifest of 20261101T080000000Z is damaged.' }),
  )
  run.run('rehearsal', place, now, now, 'done', JSON.stringify(figures))
  run.run(
    'backup',
    place,
    now,
    now,
    'failed',
    JSON.stringify({
      name: '20261121T080000000Z',
      error: `The bucket harbor-backups at https://${'store.'.repeat(20)}example.org cannot be used: AccessDenied (tried to write).`,
    }),
  )
  other
    .prepare('insert into verify_progress(name, started, part, ended, report) values (?, ?, ?, ?, ?)')
    .run('storage', now, 700, now - 86_400_000, JSON.stringify({ items: 7, bytes: 8.1e11 }))
  const damage = other.prepare('insert into storage_damage(kind, item, what, place, affects, found, checked) values (?, ?, ?, ?, ?, ?, ?)')
  const sha256 = 'c0ffee'.repeat(11).slice(0, 64)
  const file = `model ada/stories: weights/${'deep/'.repeat(12)}model-00001-of-00002.safetensors in commit 0123456789ab on refs/heads/main (sha-256 ${sha256})`
  damage.run(
    'large file',
    sha256,
    `does not match its hash (found ${sha256})`,
    `large file ${sha256}`,
    JSON.stringify([file]),
    now,
    now + 86_400_000,
  )
  damage.run('database', '', '3 rows of session refer to rows of account that do not exist', 'database', '[]', now + 1, now + 1)
  await page.reload()
  await expect(page.getByText('AccessDenied (tried to write)')).toBeVisible()
  await expect(page.getByText('Last successful backup')).toBeVisible()
  await expect(page.getByText('68.3 %')).toBeVisible()
  await expect(page.getByText('2 found')).toBeVisible()
  await expect(page.getByText('model-00001-of-00002.safetensors')).toBeVisible()
  await expectGood(page, 'admin-storage-upkeep')
  other.exec('delete from backup_run; delete from verify_progress; delete from storage_damage')
})

async function signInAs(page: Page, hub: BootedHub, name: string, isAdmin = true): Promise<void> {
  const password = 'a lamp in the roadstead'
  await addUser(hub, name, { password, isAdmin })
  await page.goto('/sign-in')
  await page.getByLabel('Name or e-mail address').fill(name)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel(`Account ${name}`)).toBeVisible()
}
