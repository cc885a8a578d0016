import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { DemoPackage } from './demo-repo.ts'

const run = promisify(execFile)
const shell = process.platform === 'win32'

/**
 * Unpacks a package below `cacheDir`, once. npm downloads and verifies it, runs none of its scripts, and installs no dependencies.
 * @returns the folder with its `package.json`
 */
export async function fetchPackage({ name, version }: DemoPackage, cacheDir: string): Promise<string> {
  const folder = join(cacheDir, 'packages', `${name.replace('@', '').replace('/', '-')}-${version}`)
  if (existsSync(folder)) return folder
  mkdirSync(join(cacheDir, 'packages'), { recursive: true })
  const work = mkdtempSync(join(cacheDir, 'fetch-'))
  try {
    const words = ['pack', `${name}@${version}`, '--json', '--ignore-scripts', '--pack-destination', '.', '--cache', npmCache(cacheDir)]
    // An update notice would be written to the home folder.
    const env = { ...process.env, NO_UPDATE_NOTIFIER: '1', npm_config_update_notifier: 'false' }
    const { stdout } = await run('npm', words, { cwd: work, env, shell, maxBuffer: 64 * 1024 * 1024 })
    const file = (JSON.parse(stdout) as { filename: string }[])[0]?.filename
    if (file === undefined) throw new Error(`npm gave no file for ${name}@${version}`)
    await run('tar', ['-xzf', file.replace(/^@/, '').replace('/', '-')], { cwd: work, shell })
    const unpacked = join(work, 'package')
    const found = (JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as { version: string }).version
    if (found !== version) throw new Error(`npm gave ${name}@${found} for ${version}`)
    renameSync(unpacked, folder)
    return folder
  } catch (error) {
    const { stderr } = error as { stderr?: string }
    const why = stderr?.split('\n').find((line) => /npm (?:error|ERR!) (?!A complete log)/.test(line))
    throw new Error(why ?? (error as Error).message, { cause: error })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Deletes npm's own copies of the packages, since the unpacked ones are kept. */
export function forgetNpmCache(cacheDir: string): void {
  rmSync(npmCache(cacheDir), { recursive: true, force: true })
}

function npmCache(cacheDir: string): string {
  return join(cacheDir, 'npm-cache')
}
