import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { workerCommand } from './worker-command.ts'

const script = fileURLToPath(new URL('testing/try-everything.ts', import.meta.url))

test('a worker reads models and nothing else, writes nothing, starts nothing, calls nobody', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-worker-'))
  const server = createServer((socket) => socket.end())
  try {
    await mkdir(join(folder, 'models'))
    await writeFile(join(folder, 'models/config.json'), '{}')
    await writeFile(join(folder, 'secret'), 'secret')
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const options = { runtimeFolder: join(folder, 'runtime'), modelsFolder: join(folder, 'models'), memoryBytes: 512 * 1024 * 1024 }
    const [command = '', ...args] = workerCommand(options, script, [String(port), folder])
    const done = spawnSync(command, args, { env: {}, encoding: 'utf8' })
    expect(done.stderr).toBe('')
    expect(JSON.parse(done.stdout)).toEqual({
      'read a model': 'done',
      'read a file elsewhere': 'ERR_ACCESS_DENIED',
      'read above the models': 'ERR_ACCESS_DENIED',
      'read the environment of the hub': 'ERR_ACCESS_DENIED',
      'write beside a model': 'ERR_ACCESS_DENIED',
      'start a program': 'ERR_ACCESS_DENIED',
      'start a thread': 'ERR_ACCESS_DENIED',
      'call the hub': 'ERR_ACCESS_DENIED',
      'ask for a name': 'ERR_ACCESS_DENIED',
    })
  } finally {
    server.close()
    await rm(folder, { recursive: true, force: true })
  }
})
