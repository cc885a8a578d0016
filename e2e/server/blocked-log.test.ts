import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'

const program = join(import.meta.dirname, '../../apps/server/src/main.ts')

/** Memory of a process. Bytes. */
function residentOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

test('a log that nobody reads neither stalls the server nor fills its memory, nor keeps it from ending', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-blocked-'))
  const env = {
    PORTOLAN_PORT: '0',
    PORTOLAN_DATA_DIR: join(folder, 'data'),
    PORTOLAN_ENGINE: 'off',
    PORTOLAN_ACCESS_LOG: 'all',
    PORTOLAN_RATE_LIMIT: '0',
  }
  // A pipe as a shell makes them: those of `spawn` are sockets.
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const reader = new Socket({ fd: openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK), readable: true, writable: false })
  reader.pause()
  const stdio = ['ignore', 'pipe', openSync(pipe, constants.O_WRONLY)] as const
  const child = spawn(process.execPath, [program], { env, stdio: [...stdio] })
  try {
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout?.on('data', (piece) => {
        const [found] = /http:\/\/\S+/.exec(String(piece)) ?? []
        if (found !== undefined) resolve(found)
      })
      child.once('exit', () => reject(new Error('the server ended')))
    })
    const ask = async (times: number) => {
      for (let i = 0; i < times; i += 20) {
        await Promise.all(Array.from({ length: 20 }, async () => (await fetch(`${address}/api/models/${'x'.repeat(900)}/y`)).text()))
      }
    }
    await ask(400)
    const before = residentOf(child.pid as number)
    // More than 4 MB of log: a pipe holds 64 KiB, the server keeps 1 MiB.
    await ask(3_000)
    expect((await fetch(`${address}/api/health/live`)).status).toBe(200)
    expect(residentOf(child.pid as number) - before).toBeLessThan(200 * 1024 ** 2)
    // A reader that comes back learns what it missed.
    let log = ''
    reader.on('data', (piece) => (log += String(piece)))
    reader.resume()
    const until = Date.now() + 30_000
    while (!/"message":"log lines were dropped[^]*\n/.test(log) && Date.now() < until) await delay(50)
    const entries = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { message: string; lines?: number })
    expect(entries.find(({ message }) => message.startsWith('log lines were dropped'))?.lines).toBeGreaterThan(100)
    reader.pause()
    await ask(2_000)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
  } finally {
    child.kill('SIGKILL')
    reader.destroy()
    await rm(folder, { recursive: true, force: true })
  }
})
