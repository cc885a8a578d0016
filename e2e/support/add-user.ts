import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { BootedHub } from './booted-hub.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Creates a user on the command line, as an administrator would.
 * @param options.password without one, the user has only tokens
 * @returns a write token
 */
export async function addUser(hub: BootedHub, name: string, options: { password?: string; isAdmin?: boolean } = {}): Promise<string> {
  const cli = (...words: string[]): string => {
    const done = spawnSync(process.execPath, [join(root, 'apps/server/src/cli/main.ts'), ...words], {
      cwd: root,
      encoding: 'utf8',
      input: options.password ?? '',
      env: { ...process.env, PORTOLAN_DATA_DIR: hub.dataDir },
    })
    if (done.status !== 0) throw new Error(`portolan ${words.join(' ')} → ${done.status}\n${done.stdout}${done.stderr}`)
    return done.stdout
  }
  cli('user', 'create', name, ...(options.isAdmin ? ['--admin'] : []), ...(options.password === undefined ? [] : ['--password-stdin']))
  return /hf_\w{20,}/.exec(cli('token', 'create', name, '--role', 'write'))?.[0] ?? ''
}
