import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, expectGood, grace, signIn, test } from './site.ts'

test('a webhook is made, tested, and its log says what came back', async ({ page, context, hub }) => {
  await signIn(context, hub)
  const server = createServer((_request, response) => void response.writeHead(202).end('thank you'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`

  await page.goto('/settings/webhooks')
  await page.getByLabel('Address').fill(address)
  await page.getByLabel('Targets').fill('model:nonsense')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByText('nonsense is not a valid name of a model')).toBeVisible()
  await page.getByLabel('Targets').fill(`user:${grace.name}`)
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByText('Nothing was sent yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(async () => {
    await page.reload()
    // Webhooks of this hub may not call its own machine, which the log reports.
    await expect(page.getByText('waiting, no answer')).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  await page.getByRole('listitem').filter({ hasText: 'Test' }).getByText('Test', { exact: true }).click()
  await expect(page.getByText('The URL points to a network that webhooks of this hub are not allowed to reach')).toBeVisible()
  await expectGood(page, 'webhook')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  server.close()
})
