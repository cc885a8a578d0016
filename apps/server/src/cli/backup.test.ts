import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const execute = promisify(execFile)
const cli = join(import.meta.dirname, 'main.ts')

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-cli-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('a backup is restored where the settings name an administrator', async () => {
  const [from, to, place] = await Promise.all([newFolder(), newFolder(), newFolder()])
  const run = async (dataDir: string, ...words: string[]) => {
    const env = {
      PATH: process.env['PATH'],
      PORTOLAN_DATA_DIR: dataDir,
      PORTOLAN_BOOTSTRAP_USER: 'ada',
      PORTOLAN_BOOTSTRAP_TOKEN: `hf_${'a'.repeat(34)}`,
    }
    return (await execute(process.execPath, [cli, ...words], { env })).stdout
  }
  expect(await run(from, 'backup', place)).toContain('rows of')
  expect(await run(to, 'restore', place)).toContain('rows of')
  // The next command finds the restored administrator.
  expect(await run(to, 'verify')).toContain('all is well')
})
