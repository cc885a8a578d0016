import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { configManual } from './manual.ts'
import { readConfig, secretsOf } from './settings.ts'

describe('readConfig', () => {
  test('defaults', () => {
    expect(readConfig({}, '/srv')).toMatchObject({
      port: 7860,
      host: '127.0.0.1',
      dataDir: '/srv/data',
      databaseUrl: null,
      publicUrl: null,
      signUp: 'open',
    })
  })

  test('a public address loses its trailing slash and keeps its path', () => {
    expect(readConfig({ PORTOLAN_PUBLIC_URL: 'https://example.org/hub/' }, '/').publicUrl).toBe('https://example.org/hub')
  })

  test.for([
    [{ PORTOLAN_PORT: 'x' }, 'PORTOLAN_PORT'],
    [{ PORTOLAN_PORT: '70000' }, 'PORTOLAN_PORT'],
    [{ PORTOLAN_PUBLIC_URL: 'hub.example.org' }, 'PORTOLAN_PUBLIC_URL'],
    [{ PORTOLAN_PUBLIC_URL: 'https://hub.example.org/?x' }, 'PORTOLAN_PUBLIC_URL'],
    [{ PORTOLAN_PUBLIC_URL: 'https://hub.example.org/a b' }, 'PORTOLAN_PUBLIC_URL'],
    [{ PORTOLAN_SIGN_UP: 'maybe' }, 'PORTOLAN_SIGN_UP'],
    [{ PORTOLAN_DATABASE_URL: 'mysql://x' }, 'PORTOLAN_DATABASE_URL'],
    [{ PORTOLAN_BOOTSTRAP_USER: 'ada' }, 'PORTOLAN_BOOTSTRAP_TOKEN'],
    [{ PORTOLAN_PROT: '1' }, 'PORTOLAN_PROT is not a setting'],
  ] as const)('%j is refused by name', ([environment, part]) => {
    expect(() => readConfig(environment, '/')).toThrow(part)
  })
})

describe('secrets', () => {
  test('come from files, too, without the line break at the end', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'portolan-secret-')), 'database')
    writeFileSync(file, 'postgres://hub:secret@db/hub\n')
    onTestFinished(() => rmSync(join(file, '..'), { recursive: true }))
    expect(readConfig({ PORTOLAN_DATABASE_URL_FILE: file }, '/').databaseUrl).toBe('postgres://hub:secret@db/hub')
    expect(() => readConfig({ PORTOLAN_DATABASE_URL_FILE: file, PORTOLAN_DATABASE_URL: 'postgres://other' }, '/')).toThrow(
      'PORTOLAN_DATABASE_URL and PORTOLAN_DATABASE_URL_FILE exclude each other',
    )
    expect(() => readConfig({ PORTOLAN_METRICS_TOKEN_FILE: `${file}-missing` }, '/')).toThrow('PORTOLAN_METRICS_TOKEN_FILE cannot be read')
    expect(() => readConfig({ PORTOLAN_PORT_FILE: file }, '/')).toThrow('PORTOLAN_PORT_FILE is not a setting')
  })

  test('are known, so that nothing prints them', () => {
    const config = readConfig({ PORTOLAN_DATABASE_URL: 'postgres://hub:p%40ss@db/hub', PORTOLAN_OIDC_CLIENT_SECRET: 'client' }, '/')
    expect(secretsOf(config)).toEqual(['postgres://hub:p%40ss@db/hub', 'client', 'p%40ss', 'p@ss'])
  })

  test.for(['postgres://u:p@h:99999/d', 'postgres://u:pa#ss@host/d'])('%s cannot be an address', (url) => {
    expect(() => readConfig({ PORTOLAN_DATABASE_URL: url }, '/')).toThrow('PORTOLAN_DATABASE_URL cannot be parsed as a URL')
  })

  test.for(['postgres:///hub?host=/run/postgresql', 'postgres://u:p@/hub', 'postgres://%2Frun%2Fpg/hub'])('%s is an address', (url) => {
    expect(readConfig({ PORTOLAN_DATABASE_URL: url }, '/').databaseUrl).toBe(url)
  })
})

test('the manual is up to date', () => {
  const file = join(import.meta.dirname, '../../../../docs/operate/config.md')
  if (process.env['UPDATE_DOCS'] === '1') {
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, configManual())
  }
  expect(readFileSync(file, 'utf8')).toBe(configManual())
})

describe('the identity provider', () => {
  const read = (environment: Record<string, string>) => readConfig(environment, '/srv')
  const both = { PORTOLAN_OIDC_ISSUER: 'https://login.example.org/realms/staff', PORTOLAN_OIDC_CLIENT_ID: 'portolan' }

  test('lists and roles', () => {
    const config = read({ ...both, PORTOLAN_OIDC_DOMAINS: 'Corp.example, ', PORTOLAN_OIDC_ORGS: 'ml team=fleet:write, leads=fleet:admin' })
    expect(config.oidcDomains).toEqual(['corp.example'])
    expect(config.oidcOrgs).toEqual([
      { group: 'ml team', org: 'fleet', role: 'write' },
      { group: 'leads', org: 'fleet', role: 'admin' },
    ])
  })

  test.for([
    [{ PORTOLAN_OIDC_ISSUER: 'https://login.example.org' }, 'must be set together'],
    [{ PORTOLAN_PASSWORD_SIGN_IN: 'off' }, 'nobody could sign in'],
    [{ ...both, PORTOLAN_OIDC_ISSUER: 'http://login.example.org' }, 'https'],
    [{ ...both, PORTOLAN_OIDC_SCOPES: 'profile' }, 'openid'],
    [{ ...both, PORTOLAN_OIDC_ORGS: 'crew=fleet:captain' }, 'group=organization:role'],
  ] as const)('%o is refused', ([environment, message]) => {
    expect(() => read(environment)).toThrow(message)
  })
})

describe('mail', () => {
  const base = {
    PORTOLAN_SMTP_HOST: 'mail.example.org',
    PORTOLAN_MAIL_FROM: 'hub@example.org',
    PORTOLAN_PUBLIC_URL: 'https://hub.example.org',
  }
  const read = (environment: Record<string, string>) => readConfig(environment, '/srv')

  test('a sender has an address, and a name if one is given', () => {
    expect(read(base).mailFrom).toEqual({ name: 'Portolan', address: 'hub@example.org' })
    expect(read({ ...base, PORTOLAN_MAIL_FROM: '"Our Hub" <hub@example.org>' }).mailFrom).toEqual({
      name: 'Our Hub',
      address: 'hub@example.org',
    })
  })

  test.for([
    [{ PORTOLAN_SMTP_HOST: '' }, 'PORTOLAN_SMTP_HOST is missing'],
    [{ PORTOLAN_SMTP_HOST: 'smtp://mail.example.org' }, 'PORTOLAN_SMTP_HOST must be a host name'],
    [{ PORTOLAN_MAIL_FROM: '' }, 'PORTOLAN_SMTP_HOST requires PORTOLAN_MAIL_FROM'],
    [{ PORTOLAN_PUBLIC_URL: '' }, 'PORTOLAN_SMTP_HOST requires PORTOLAN_PUBLIC_URL'],
    [{ PORTOLAN_MAIL_FROM: 'hub' }, 'PORTOLAN_MAIL_FROM must be an address'],
    [{ PORTOLAN_MAIL_FROM: 'Hub <hub@example.org>\r\nBcc: eve@example.org' }, 'PORTOLAN_MAIL_FROM must be an address'],
    [{ PORTOLAN_SMTP_USER: 'hub' }, 'must be set together'],
    [{ PORTOLAN_SMTP_PORT: '0' }, 'PORTOLAN_SMTP_PORT must be a port number'],
    [{ PORTOLAN_SMTP_TLS: 'off', PORTOLAN_SMTP_USER: 'hub', PORTOLAN_SMTP_PASSWORD: 'tides' }, 'unencrypted'],
  ] as const)('%o is refused', ([environment, message]) => {
    expect(() => read({ ...base, ...environment })).toThrow(message)
  })
})

test('scheduled backups need a place, whose folder is made absolute and whose bucket needs no bucket of the hub', () => {
  const backups = (environment: Record<string, string>) =>
    readConfig({ PORTOLAN_BACKUP_EVERY_HOURS: '24', ...environment }, '/hub').backupTo
  expect(() => backups({})).toThrow('PORTOLAN_BACKUP_TO')
  expect(() => backups({ PORTOLAN_BACKUP_TO: 'https://example.org/x' })).toThrow('s3://bucket/folder')
  expect(backups({ PORTOLAN_BACKUP_TO: 'safe/here' })).toBe('/hub/safe/here')
  const endpoint = { PORTOLAN_S3_ENDPOINT: 'http://store:9000' }
  expect(() => readConfig(endpoint, '/hub')).toThrow('PORTOLAN_S3_BUCKET is missing')
  expect(backups({ ...endpoint, PORTOLAN_BACKUP_TO: 's3://safe/hub/' })).toBe('s3://safe/hub')
})
