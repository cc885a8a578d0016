import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defaultRuntimeFolder, runtimeProblem } from '../src/runtime-folder.ts'

/*
 * `npm run engine`: installs the runtime of the local engine from its own lockfile, and removes what this machine does not need.
 * Installs into packages/engine/runtime, or PORTOLAN_ENGINE_RUNTIME. Everything comes from the package registry; no install script runs
 * (the one of onnxruntime-node would download GPU libraries from elsewhere).
 */
const folder = process.env['PORTOLAN_ENGINE_RUNTIME'] ? resolve(process.env['PORTOLAN_ENGINE_RUNTIME']) : defaultRuntimeFolder
const lock = readFileSync(join(defaultRuntimeFolder, 'package-lock.json'))
const stamp = join(folder, 'node_modules', '.portolan-stamp')
const wanted = createHash('sha256').update(lock).digest('hex')

if (runtimeProblem(folder) === null && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) {
  console.log(`The local engine is installed in ${folder} (${sizeMb(folder)} MB).`)
  process.exit(0)
}
mkdirSync(folder, { recursive: true })
if (folder !== defaultRuntimeFolder) {
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(defaultRuntimeFolder, name), join(folder, name))
}
console.log('Installing the local engine …')
const done = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
  cwd: folder,
  stdio: 'inherit',
  env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' },
  shell: process.platform === 'win32',
})
if (done.status !== 0) process.exit(done.status ?? 1)
prune()
const problem = runtimeProblem(folder)
if (problem !== null) {
  console.error(problem)
  process.exit(1)
}
writeFileSync(stamp, wanted)
console.log(`Installed in ${folder} (${sizeMb(folder)} MB). Restart the hub to use it.`)

/** The browser build and the binaries for other machines: four fifths of the packages' size. */
function prune(): void {
  const modules = join(folder, 'node_modules')
  rmSync(join(modules, 'onnxruntime-web'), { recursive: true, force: true })
  const binaries = join(modules, 'onnxruntime-node/bin/napi-v6')
  for (const platform of readdirSync(binaries)) {
    for (const arch of readdirSync(join(binaries, platform))) {
      if (platform !== process.platform || arch !== process.arch) rmSync(join(binaries, platform, arch), { recursive: true })
    }
  }
}

function sizeMb(path: string): number {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const bytes = files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  return Math.round(bytes / 1024 / 1024)
}
