import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/* How the server starts, refuses to start, and stops. */

const main = join(import.meta.dirname, '../../apps/server/src/main.ts')
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-start-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function start(settings: Record<string, string>) {
  const env = { PATH: process.env['PATH'] ?? '', PORTOLAN_PORT: '0', PORTOLAN_DATA_DIR: folder, ...settings }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += String(piece)))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return {
    child,
    ended,
    output: () => output,
    /** Waits until the pattern has been printed. */
    async says(pattern: RegExp): Promise<string> {
      for (let waited = 0; waited < 20_000; waited += 50) {
        const found = pattern.exec(output)
        if (found) return found[1] ?? found[0]
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`did not say ${pattern}:\n${output}`)
    },
  }
}

test('a first start says where it is and how to begin; a second server keeps off; SIGTERM ends it cleanly', async () => {
  const first = start({})
  const address = await first.says(/Portolan is at (http:\/\/localhost:\d+)/)
  await first.says(/open http:\/\/localhost:\d+\/sign-up\. The first account becomes the administrator/)
  expect((await fetch(`${address}/api/health`)).status).toBe(200)

  const second = start({})
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(`Another Portolan server is using ${folder}`)

  const busy = start({ PORTOLAN_PORT: new URL(address).port, PORTOLAN_DATA_DIR: join(folder, 'other') })
  expect(await busy.ended).toBe(1)
  expect(busy.output()).toContain('Choose another with PORTOLAN_PORT')

  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)

  const again = start({ PORTOLAN_BOOTSTRAP_USER: 'ada', PORTOLAN_BOOTSTRAP_TOKEN: `hf_${'a'.repeat(34)}` })
  const address2 = await again.says(/Portolan is at (http:\/\/localhost:\d+)/)
  const whoami = await fetch(`${address2}/api/whoami-v2`, { headers: { authorization: `Bearer hf_${'a'.repeat(34)}` } })
  expect(((await whoami.json()) as { name: string }).name).toBe('ada')
  again.child.kill('SIGINT')
  expect(await again.ended).toBe(0)
})

test('settings that are wrong are named, all at once', async () => {
  const server = start({ PORTOLAN_PORT: 'x', PORTOLAN_SIGN_UP: 'maybe', PORTOLAN_PROT: '1' })
  expect(await server.ended).toBe(2)
  expect(server.output()).toMatch(/PORTOLAN_PORT is a whole number\nPORTOLAN_SIGN_UP .*\nPORTOLAN_PROT is not a setting/)
})
