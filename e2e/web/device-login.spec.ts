import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { releases } from '../clients/run-scenario.ts'
import { expect, expectGood, grace, signIn, test } from './site.ts'

const newest = releases[0]
const hf = join(dirname(newest?.python ?? ''), 'hf')
const missing = existsSync(hf) ? null : `huggingface_hub is missing; provide it with: ${newest?.provide}`
test.skip(missing !== null, missing ?? '')

test('hf auth login: a code in the browser, and the program has a token', async ({ page, context, hub }, { outputDir }) => {
  await signIn(context, hub)
  const child = spawn(hf, ['auth', 'login'], {
    env: { PATH: process.env['PATH'] ?? '', HOME: outputDir, HF_HOME: outputDir, HF_ENDPOINT: hub.url, HF_HUB_DISABLE_TELEMETRY: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (printed += piece.toString()))
  const ended = once(child, 'exit')
  await expect.poll(() => printed, { timeout: 120_000 }).toMatch(/code: [A-Z]{4}-[A-Z]{4}/)
  const code = /code: ([A-Z]{4}-[A-Z]{4})/.exec(printed)?.[1] ?? ''

  await page.goto('/login/device')
  await page.getByLabel('Code').fill('BBBB-BBBB')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('No device waits with this code')).toBeVisible()
  await page.getByLabel('Code').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Let this device in?' })).toBeVisible()
  await expectGood(page, 'device-login')
  await page.getByRole('button', { name: 'Let it in' }).click()
  await expect(page.getByRole('heading', { name: 'You can go back' })).toBeVisible()

  const [status] = (await ended) as [number | null]
  expect([status, printed]).toEqual([0, expect.stringContaining('Login successful')])
  const token = (await readFile(join(outputDir, 'token'), 'utf8')).trim()
  const who = await fetch(`${hub.url}/api/whoami-v2`, { headers: { authorization: `Bearer ${token}` } })
  expect(await who.json()).toMatchObject({ name: grace.name, auth: { accessToken: { role: 'write' } } })
})
