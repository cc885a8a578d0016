import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { BootedHub } from './booted-hub.ts'

const root = join(import.meta.dirname, '../..')

/** Makes a user on the command line, as an administrator would. @returns a write token */
export async function addUser(hub: BootedHub, name: string): Promise<string> {
  const cli = (...words: string[]): string => {
    const done = spawnSync(process.execPath, [join(root, 'apps/server/src/cli/main.ts'), ...words], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, PORTOLAN_DATA_DIR: hub.dataDir },
    })
    if (done.status !== 0) throw new Error(`portolan ${words.join(' ')} → ${done.status}\n${done.stdout}${done.stderr}`)
    return done.stdout
  }
  cli('user', 'create', name)
  return /hf_\w{20,}/.exec(cli('token', 'create', name, '--role', 'write'))?.[0] ?? ''
}
