// Runs on whatever Node the machine has (20 or later): plain JavaScript, no imports from node_modules.
// Updates node_modules and the web build if necessary, then runs one command on the pinned Node 26.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const binDir = join(root, 'node_modules', '.bin')
const node = join(binDir, process.platform === 'win32' ? 'node.cmd' : 'node')
const webBuild = join(root, 'apps/web/build/server/index.js')
const env = { ...process.env, PATH: binDir + delimiter + (process.env.PATH ?? '') }

/** The arguments of each command, and whether it needs the built pages. */
const commands = {
  start: { args: ['apps/server/src/main.ts'], needsBuild: true, production: true },
  dev: { args: ['--conditions=development', 'apps/server/src/dev.ts'] },
  cli: { args: ['apps/server/src/cli/main.ts'], callersFolder: true },
  demo: { args: ['scripts/demo/main.ts'], needsBuild: true, production: true },
  test: { args: ['scripts/test/main.ts'], needsBuild: true },
  check: { args: ['scripts/check/main.ts'] },
  map: { args: ['scripts/check/layers.ts'] },
  bench: { args: ['bench/run.ts'], needsBuild: true, production: true },
  chaos: { args: ['e2e/durability/chaos/main.ts'], needsBuild: true },
  compatibility: { args: ['scripts/compatibility/main.ts'] },
  'record-release': { args: ['scripts/record-release.ts'] },
  'new-library': { args: ['scripts/new-library.ts'] },
  snippets: { args: ['packages/snippets/scripts/snippets-cli.ts'], callersFolder: true },
  engine: { args: ['packages/engine/scripts/install.ts'] },
  prove: { args: ['packages/snippets/proofs/main.ts'] },
  'prove-requests': { args: ['packages/snippets/proofs/inference/main.ts'] },
  pack: { args: ['scripts/pack/main.ts'] },
  build: { needsBuild: true },
}

const [name = 'start', ...rest] = process.argv.slice(2)
const command = commands[name]
if (!command) {
  console.error(`Unknown command ${name}. Known: ${Object.keys(commands).join(', ')}`)
  process.exit(2)
}
installDependencies()
if (command.needsBuild && (name === 'build' || webBuildIsStale())) buildWeb()
if (command.args) run(command)

/** Installs dependencies if the lockfile differs from the one last installed. */
function installDependencies() {
  const stamp = join(root, 'node_modules', '.portolan-stamp')
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(node) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.error('Installing the packages Portolan needs (once) …')
  // Prevents install scripts from downloading anything that is not in the registry.
  const quiet = { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' }
  // NODE_ENV=production would omit the packages that build the pages.
  step('npm', ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'], quiet)
  const version = spawnSync(node, ['-v'], { encoding: 'utf8' })
  if (version.status !== 0) {
    console.error(`The bundled Node 26 does not start here: ${version.stderr || version.error}`)
    console.error('On slim Debian or Ubuntu images: apt-get install libatomic1. Alpine (musl) is not supported.')
    process.exit(1)
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

function webBuildIsStale() {
  if (!existsSync(webBuild)) return true
  const built = statSync(webBuild).mtimeMs
  const sources = ['apps/web/app', 'apps/web/public', ...bundledPackages('apps/web').map((name) => `packages/${name}/src`)]
  const files = ['apps/web/vite.config.ts', 'apps/web/react-router.config.ts', 'package-lock.json', 'packages/markdown/src/theme.css']
  return sources.some((folder) => newest(join(root, folder)) > built) || files.some((file) => modified(join(root, file)) > built)
}

/** Returns the packages of this repository that a workspace depends on, directly or through others. */
function bundledPackages(workspace, known = new Set()) {
  const manifest = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'))
  for (const dependency of Object.keys(manifest.dependencies ?? {})) {
    const name = /^@portolan\/(.+)$/.exec(dependency)?.[1]
    if (name === undefined || known.has(name)) continue
    known.add(name)
    bundledPackages(`packages/${name}`, known)
  }
  return [...known]
}

function buildWeb() {
  console.error('Building the pages …')
  step('npm', ['run', '--silent', 'build', '-w', '@portolan/web'], { ...env, NODE_ENV: 'production' })
}

/** Returns the modification time of the newest file below a folder, in ms; 0 if there is none. */
function newest(folder) {
  if (!existsSync(folder)) return 0
  let latest = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    latest = Math.max(latest, entry.isDirectory() ? newest(path) : modified(path))
  }
  return latest
}

function modified(file) {
  return existsSync(file) ? statSync(file).mtimeMs : 0
}

function step(program, args, stepEnv) {
  const done = spawnSync(program, args, { cwd: root, stdio: ['ignore', 2, 2], env: stepEnv, shell: process.platform === 'win32' })
  if (done.status !== 0) process.exit(done.status ?? 1)
}

function run({ args, production, callersFolder }) {
  if (production) env.NODE_ENV ??= 'production'
  // npm changes to the project's folder, but paths passed to the command line tool are relative to the caller's folder.
  const cwd = callersFolder ? (process.env.INIT_CWD ?? process.cwd()) : root
  const absolute = args.map((arg) => (arg.endsWith('.ts') ? join(root, arg) : arg))
  const child = spawn(node, [...absolute, ...rest], { cwd, stdio: 'inherit', env })
  // npm does not forward signals when it is killed by pid.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(String(error))
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
}
