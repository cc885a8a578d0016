import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addUser } from '../support/add-user.ts'
import { bootHub, type BootedHub } from '../support/booted-hub.ts'
import { type ProxyOptions, startProxy } from '../support/proxy.ts'
import { releases, runScenario } from './run-scenario.ts'
import { recordCalls } from '../support/noted-calls.ts'

const notes = recordCalls(import.meta.filename)

/* Acceptance checks 1, 10 and 11 of the wire contract: broken connections, TLS and a path prefix. */

const ok = { status: 0, output: expect.stringMatching(/ok\n$/) as string }

describe('connections that break', () => {
  let hub: BootedHub
  let otherToken: string
  beforeAll(async () => {
    hub = await bootHub()
    otherToken = await addUser(hub, 'eve')
  })
  afterAll(() => hub[Symbol.asyncDispose]())

  describe.for(releases)('huggingface_hub $name', ({ name, python, provide }) => {
    const need = existsSync(python) ? '' : `, provide it with: ${provide}`

    test.skipIf(need !== '')(`a download goes on where it broke${need}`, async () => {
      let broken = false
      await using proxy = await startProxy({
        target: hub.url,
        breakAfter: ({ method, url = '' }) =>
          method === 'GET' && url.includes('/resolve/') && !broken ? ((broken = true), 14_000_000) : null,
      })
      // Over plain HTTP: a download assembled from chunks resumes by chunk instead.
      const world = { endpoint: `http://127.0.0.1:${proxy.port}`, otherToken, environment: { HF_HUB_DISABLE_XET: '1' } }
      expect(await runScenario(python, 'interrupted_download', world, { noting: { record: notes.record, release: name } })).toEqual(ok)
      const gets = proxy.calls.filter(({ method, url }) => method === 'GET' && url.includes('/resolve/'))
      // 1.19 starts over; the others request what they have not written yet.
      const rest = name === '1.19' ? undefined : `bytes=${10 * 1024 * 1024}-`
      expect(gets.map(({ broken: cut, range }) => [cut, range])).toEqual([
        [true, undefined],
        [false, rest],
      ])
    })

    test.skipIf(need !== '')(`an upload of a large file is sent again${need}`, async () => {
      let broken = false
      await using proxy = await startProxy({
        target: hub.url,
        breakAfter: ({ method, url = '' }) =>
          method === 'PUT' && url.startsWith('/lfs/upload/') && !broken ? ((broken = true), 5_000_000) : null,
      })
      const environment = { HF_HUB_DISABLE_XET: '1' }
      const world = { endpoint: `http://127.0.0.1:${proxy.port}`, otherToken, tag: `p${name.replace('.', '')}`, environment }
      expect(await runScenario(python, 'interrupted_upload', world, { noting: { record: notes.record, release: name } })).toEqual(ok)
      const puts = proxy.calls.filter(({ method }) => method === 'PUT')
      expect(puts.map(({ broken: cut }) => cut)).toEqual([true, false])
    })
  })
})

describe('https://host/prefix behind a proxy', () => {
  const newest = releases[0]
  const need = newest && existsSync(newest.python) ? '' : `, provide it with: ${newest?.provide}`
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'portolan-tls-'))
    const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'ignore', cwd: folder })
    const make = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2']
    openssl(...make, '-keyout', 'ca-key.pem', '-out', 'ca.pem', '-subj', '/CN=authority of a test')
    // The library behind Xet does not accept self-signed certificates.
    const leaf = ['-addext', 'subjectAltName=DNS:localhost', '-addext', 'basicConstraints=critical,CA:FALSE']
    openssl(...make, '-CA', 'ca.pem', '-CAkey', 'ca-key.pem', '-keyout', 'key.pem', '-out', 'cert.pem', '-subj', '/CN=localhost', ...leaf)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.skipIf(need !== '')(`the newest client works unchanged${need}`, async () => {
    const authority = join(folder, 'ca.pem')
    const tls = { key: readFileSync(join(folder, 'key.pem'), 'utf8'), cert: readFileSync(join(folder, 'cert.pem'), 'utf8') }
    const options: ProxyOptions = { target: '', tls }
    await using proxy = await startProxy(options)
    const endpoint = `https://localhost:${proxy.port}/hub`
    await using hub = await bootHub({ PORTOLAN_PUBLIC_URL: endpoint, PORTOLAN_TRUSTED_PROXIES: '1' })
    options.target = hub.url
    const environment = { SSL_CERT_FILE: authority, REQUESTS_CA_BUNDLE: authority, CURL_CA_BUNDLE: authority }
    const world = { endpoint, otherToken: await addUser(hub, 'eve'), environment }
    expect(
      await runScenario(newest?.python ?? '', 'behind_a_proxy', world, { noting: { record: notes.record, release: 'newest' } }),
    ).toEqual(ok)
  })
})
