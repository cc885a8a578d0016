import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../support/booted-hub.ts'
import { startProxy } from '../support/proxy.ts'

/*
 * What deploy/Dockerfile and docs/operate/install.md do: deploy/install.sh in a clean copy of the repository; then the hub runs from what it
 * installed as a user that owns none of it, from a folder that cannot be written. Then the commands of the manual, one after the other.
 */

const root = join(import.meta.dirname, '../..')
const isRepository = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root }).status === 0
/** Owns nothing, where the tests run as root; else the code is only write-protected. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null
let folder = ''
const installed = () => join(folder, 'opt/portolan-0.1.0')

/** With the time that a slow machine takes for a build, and for the commands of the manual. Milliseconds. */
const patience = 900_000

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
}, patience)
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

describe('the manual', () => {
  /** What the commands of these sections need, no test machine has: they are checked by apps/server/src/config/deploy.test.ts only. */
  const notRun = ['With Docker', 'With Kubernetes']
  const own = (...path: string[]) => join(folder, 'machine', ...path)

  test('its commands lead to a hub that is encrypted, monitored, backed up and upgraded', { timeout: patience }, async () => {
    const [port, owner] = [String(await freePort()), nobody?.uid ?? process.getuid?.() ?? 0]
    await using proxy = await startProxy({ target: `http://127.0.0.1:${port}` })
    for (const path of ['bin', 'mnt', 'tmp', 'root', 'opt', 'etc/systemd/system', 'usr/local/bin', 'var/lib'])
      await mkdir(own(path), { recursive: true })
    await chmod(own('tmp'), 0o1777)
    for (const [name, text] of Object.entries(standIns(port, owner))) await writeFile(own('bin', name), text, { mode: 0o755 })
    const places = (text: string) =>
      text
        .replaceAll(/(?<![\w/.])\/(?:opt|etc|mnt|tmp|var\/lib|usr\/local\/bin)\//g, (path) => own(path))
        .replaceAll('https://hub.example.org', `http://127.0.0.1:${proxy.port}`)
        .replaceAll('127.0.0.1:7860', `127.0.0.1:${port}`)
    await writeFile(own('bin/portolan-tool'), places(await readFile(join(root, 'deploy/portolan.sh'), 'utf8')), { mode: 0o755 })
    const env = { PATH: `${own('bin')}:${own('usr/local/bin')}:/usr/sbin:/usr/bin:/sbin:/bin`, HOME: own('root') }
    let at = own('root')
    const outputs = new Map<string, string>()
    try {
      for (const { section, commands } of await blocksOf('docs/operate/install.md')) {
        if (notRun.includes(section)) continue
        // One shell after the other, as by hand: each begins in the folder where the one before was.
        const script = `set -eu\n${places(commands)}\npwd > ${own('at')}\n`
        const child = spawn('sh', ['-c', script], { cwd: at, env, stdio: ['ignore', 'pipe', 'pipe'] })
        let output = ''
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += String(piece)))
        const [code] = (await once(child, 'close')) as [number | null]
        expect([section, code], `${commands}\n${output}`).toEqual([section, 0])
        at = (await readFile(own('at'), 'utf8')).trim()
        outputs.set(section, (outputs.get(section) ?? '') + output)
      }
      const sections = [
        'On a machine with systemd',
        'The first accounts',
        'Files that others can read',
        'Monitor it',
        'Back it up',
        'Upgrade it',
      ]
      expect([...outputs.keys()]).toEqual(sections)
      expect(outputs.get('The first accounts')).toContain('Created administrator ada.')
      expect(outputs.get('Monitor it')).toContain('portolan_http_requests_total{')
      expect(outputs.get('Back it up')).toMatch(/can be restored[\s\S]*: no damage found\n[\s\S]*: no damage found/)
      expect(outputs.get('Upgrade it')).toContain('leads to this hub')
      expect(await readdir(own('mnt/safe/backups'))).toHaveLength(2)
      expect(await readFile(own('log'), 'utf8')).not.toMatch(/"level":"error"/)
    } finally {
      spawnSync(own('bin/systemctl'), ['stop', 'portolan'], { env })
    }
  })

  /** The sh blocks of a page with the heading above each. */
  async function blocksOf(path: string): Promise<{ section: string; commands: string }[]> {
    const text = await readFile(join(root, path), 'utf8')
    return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(({ index, 1: commands = '' }) => {
      const [, section = ''] = [...text.slice(0, index).matchAll(/^## (.*)$/gm)].at(-1) ?? []
      return { section, commands }
    })
  }

  /** The programs of a machine that a test cannot have: systemd, accounts, and a second version of the hub. */
  function standIns(port: string, owner: number): Record<string, string> {
    const drop = nobody === null ? '' : `setpriv --reuid ${owner} --regid ${owner} --clear-groups`
    const hub = own('var/lib/portolan')
    return {
      // The copy that is installed already, with a script that installs another version by linking this one's files.
      git: `#!/bin/sh\nmkdir -p "$3" && cp -r ${join(folder, 'source/deploy')} "$3" && cp ${own('bin/install-again')} "$3/deploy/install.sh"\ncp ${own('bin/portolan-tool')} "$3/deploy/portolan.sh"\n`,
      'install-again': `#!/bin/sh\ncp -al ${installed()} "$1"\n`,
      useradd: '#!/bin/sh\nfor name; do :; done; [ "$name" = portolan ]\n',
      install: `#!/bin/sh\nfor word; do shift; [ "$word" != portolan ] || word=${owner}; set -- "$@" "$word"; done; PATH=/usr/bin:/bin exec install "$@"\n`,
      'systemd-run': `#!/bin/sh
while :; do
  case $1 in
    --property=EnvironmentFile=*) file=\${1#*=*=}; set -a; . "\${file#-}"; set +a ;;
    --setenv=*) export "\${1#--setenv=}" ;;
    --*) ;;
    *) break ;;
  esac
  shift
done
umask 077; cd ${hub}; export PORTOLAN_PORT=${port}; exec ${drop} "$@"
`,
      systemctl: `#!/bin/sh
unit=${own('etc/systemd/system/portolan.service')}
case $1 in
  enable | start)
    set -a; . ${own('etc/portolan/portolan.env')}; set +a
    export PORTOLAN_PORT=${port} PORTOLAN_DATA_DIR=${hub} PORTOLAN_LOG_FORMAT=json
    cd ${hub}; umask 077
    ${drop} ${own()}$(sed -n 's/^ExecStart=//p' "$unit") >> ${own('log')} 2>&1 < /dev/null & echo $! > ${own('pid')} ;;
  stop)
    [ -e ${own('pid')} ] || exit 0
    pid=$(cat ${own('pid')}); rm ${own('pid')}; kill "$pid"
    while kill -0 "$pid" 2> /dev/null; do sleep 0.1; done ;;
esac
`,
      journalctl: `#!/bin/sh\ntail -n 20 ${own('log')}\n`,
    }
  }
})
