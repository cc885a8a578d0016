import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { confinedCommand } from './confined-command.ts'
import { ConfinedProcess, type ProcessEnd } from './confined-process.ts'

const memoryBytes = 320 * 1024 * 1024

/** Runs a script until it ends, and collects its messages. */
async function run(code: string): Promise<{ messages: unknown[]; end: ProcessEnd }> {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-sandbox-'))
  try {
    await writeFile(join(folder, 'script.mjs'), code)
    const messages: unknown[] = []
    const child = new ConfinedProcess(confinedCommand({ readable: [folder], memoryBytes }, join(folder, 'script.mjs'), ['a word']), {
      cwd: folder,
      memoryBytes,
      onMessage: (message) => messages.push(message),
    })
    return { end: await child.gone, messages }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('a confined process hears its words and talks by messages; it has no environment and reads nothing else', async () => {
  const { messages, end } = await run(`
    import { readFileSync } from 'node:fs'
    const tried = (path) => { try { readFileSync(path); return 'read' } catch (error) { return error.code } }
    process.send([process.argv[2], Object.keys(process.env).filter((name) => !['PWD', 'OLDPWD', 'SHLVL', '_', 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE'].includes(name)), tried('/etc/passwd'), tried(import.meta.filename)])
    process.disconnect()
  `)
  expect(messages).toEqual([['a word', [], 'ERR_ACCESS_DENIED', 'read']])
  expect(end).toMatchObject({ code: 0, outOfMemory: false })
})

test.each([
  ['memory that it fills bit by bit', 'const all = []; setInterval(() => all.push(Buffer.alloc(32 * 1024 * 1024, 1)), 20)'],
  ['one huge piece', 'Buffer.allocUnsafeSlow(3 * 1024 ** 3).fill(1)'],
  ['a heap of objects', 'const all = []; for (;;) all.push({ a: [1, 2, 3] })'],
])('%s ends it, and that is known', async (_, code) => {
  const { end } = await run(code)
  expect(end).toMatchObject({ outOfMemory: true })
})

test('an end of its own is no lack of memory', async () => {
  expect((await run('process.exit(3)')).end).toMatchObject({ code: 3, outOfMemory: false })
  expect((await run('process.kill(process.pid, "SIGKILL")')).end).toMatchObject({ signal: 'SIGKILL', outOfMemory: false })
})
