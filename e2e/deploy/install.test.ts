import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../support/booted-hub.ts'

/*
 * What deploy/Dockerfile and docs/operate/install.md do: deploy/install.sh in a clean copy of the repository; then the hub runs from what it
 * installed as a user that owns none of it, from a folder that cannot be written.
 */

const root = join(import.meta.dirname, '../..')
const isRepository = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root }).status === 0
/** Owns nothing, where the tests run as root; else the code is only write-protected. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null
let folder = ''
const installed = () => join(folder, 'opt/portolan')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-install-'))
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'source'))
  await mkdir(join(folder, 'home'))
  await mkdir(join(folder, 'data'), { mode: 0o700 })
  if (nobody !== null) await chown(join(folder, 'data'), nobody.uid, nobody.gid)
  // With what is changed and not yet committed. Sources that were unpacked from an archive are what git would give.
  const tree = isRepository ? sh('git', ['stash', 'create']).trim() || 'HEAD' : null
  const unpacked = 'tar -c --exclude=node_modules --exclude=build --exclude=.cache --exclude=./data .'
  sh('sh', ['-c', `${tree === null ? unpacked : `git archive ${tree}`} | tar -x -C ${join(folder, 'source')}`])
  // Neither this test's Node nor its packages: npm and the Node of the machine, as for an operator.
  sh(join(folder, 'source/deploy/install.sh'), [installed()])
  sh('chmod', ['-R', 'a-w', installed()])
}, 900_000)
afterAll(async () => {
  sh('chmod', ['-R', 'u+w', folder])
  await rm(folder, { recursive: true, force: true })
})

function sh(program: string, args: readonly string[]): string {
  const done = spawnSync(program, args, { cwd: root, encoding: 'utf8', env: environment, maxBuffer: 64 * 1024 * 1024 })
  if (done.status !== 0) throw new Error(`${program} ${args.join(' ')} → ${done.status}\n${done.stdout}${done.stderr}`)
  return done.stdout
}

const environment = {
  PATH: (process.env['PATH'] ?? '')
    .split(':')
    .filter((entry) => !entry.startsWith(join(root, 'node_modules')))
    .join(':'),
  HOME: process.env['HOME'] ?? '',
  GIT_AUTHOR_NAME: 'test',
  GIT_AUTHOR_EMAIL: 'test@example.org',
  GIT_COMMITTER_NAME: 'test',
  GIT_COMMITTER_EMAIL: 'test@example.org',
}

/** `portolan`, as the user of the hub, with nothing in the environment but the settings. */
function portolan(args: readonly string[], settings: Record<string, string> = {}) {
  const env = { PATH: '/usr/bin:/bin', HOME: '/nonexistent', PORTOLAN_DATA_DIR: join(folder, 'data'), ...settings }
  const child = spawn(join(installed(), 'portolan'), args, { cwd: join(folder, 'data'), env, stdio: ['ignore', 'pipe', 'pipe'], ...nobody })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += String(piece)))
  const ended = (once(child, 'close') as Promise<[number | null]>).then(([code]) => code)
  return { child, ended, output: () => output }
}

test('an installation has what the hub needs to run, and nothing else', async () => {
  const modules = await readdir(join(installed(), 'node_modules'))
  for (const name of ['vitest', 'vite', 'oxlint', 'onnxruntime-web', '@playwright']) expect(modules).not.toContain(name)
  const own = ['apps', 'packages'].map((name) => join(installed(), name))
  const files = (await Promise.all(own.map((dir) => readdir(dir, { recursive: true })))).flat()
  expect(files.filter((file) => /\.test\.tsx?$|(?:^|\/)(?:testing|golden)(?:\/|$)/.test(file))).toEqual([])
  expect(files).toContain('web/build/server/index.js')
  const version = portolan(['--version'])
  expect([await version.ended, version.output()]).toEqual([0, '0.1.0\n'])
})

test('the hub runs from it read-only, as another user, until SIGTERM', async () => {
  const port = String(await freePort())
  const origin = `http://127.0.0.1:${port}`
  const token = `hf_${'i'.repeat(30)}`
  const hub = portolan(['serve'], { PORTOLAN_PORT: port, PORTOLAN_BOOTSTRAP_USER: 'ada', PORTOLAN_BOOTSTRAP_TOKEN: token })
  const isReady = () =>
    fetch(`${origin}/api/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    )
  for (let waited = 0; !(await isReady()); waited += 100) {
    if (hub.child.exitCode !== null || waited > 60_000) throw new Error(`not ready:\n${hub.output()}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const page = await fetch(`${origin}/models`, { headers: { accept: 'text/html' } })
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<!DOCTYPE html>')])
  const repo = await fetch(`${origin}/api/repos/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ type: 'model', name: 'tides' }),
  })
  expect(repo.status).toBe(200)

  expect(await portolan(['health'], { PORTOLAN_PORT: port }).ended).toBe(0)
  const backup = portolan(['backup', join(folder, 'data/safe')])
  expect([await backup.ended, backup.output()]).toEqual([0, expect.stringContaining('large files copied')])
  const doctor = portolan(['doctor', '--json'], { PORTOLAN_PORT: port })
  expect(await doctor.ended, doctor.output()).toBe(0)

  hub.child.kill('SIGTERM')
  expect([await hub.ended, hub.output()]).toEqual([0, expect.not.stringMatching(/"level":"error"|EACCES|EROFS/)])
  expect(await portolan(['health'], { PORTOLAN_PORT: port }).ended).toBe(1)
})

test('an existing folder is not installed into', () => {
  expect(() => sh(join(folder, 'source/deploy/install.sh'), [installed()])).toThrow('Install each version into a folder of its own')
})
