import { readdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pictureRules } from '@portolan/hub'
import { picturePath } from '@portolan/markdown'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openTestApp, type TestApp } from './testing/open-test-app.ts'

/* Pictures of other hosts through the hub, and hosts that mean it harm. */

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100, 1)])
const svg = '<?xml version="1.0"?><!-- hi --><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

async function host(answer: Answer) {
  const hits: IncomingMessage[] = []
  const server = createServer((request, response) => {
    hits.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { hits, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const open = (reach = 'any', settings: Record<`PORTOLAN_${string}`, string> = {}) =>
  openTestApp({ settings: { PORTOLAN_WEBHOOK_REACH: reach, PORTOLAN_PICTURE_MB: '1', ...settings } })

const look = async (t: TestApp, url: string, headers: Record<string, string> = {}) =>
  t.call(picturePath((await pictureRules(t.hub)).key, url), { headers })

/** Why there is no picture. */
async function reason(answer: Response): Promise<string> {
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  return /^There is no picture: (.*)\.$/.exec(((await answer.json()) as { error: string }).error)?.[1] ?? ''
}

test('a picture is fetched once, without anything about who looks at it, and kept', async () => {
  await using t = await open()
  const other = await host((_request, response) => response.setHeader('content-type', 'text/html').end(png))
  const first = await look(t, `${other.origin}/a.png?x=1`, {
    cookie: 'portolan_session=x',
    referer: 'http://hub/secret',
    'x-forwarded-for': '1.2.3.4',
  })
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(first.headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
  expect(first.headers.get('x-content-type-options')).toBe('nosniff')
  expect(Buffer.from(await first.arrayBuffer()).equals(png)).toBe(true)
  const again = await Promise.all(Array.from({ length: 20 }, () => look(t, `${other.origin}/a.png?x=1`)))
  expect(again.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  const etag = first.headers.get('etag') ?? ''
  expect((await look(t, `${other.origin}/a.png?x=1`, { 'if-none-match': etag })).status).toBe(304)
  expect(other.hits.map(({ url, headers }) => [url, Object.keys(headers).toSorted()])).toEqual([
    ['/a.png?x=1', ['accept', 'accept-encoding', 'connection', 'host', 'user-agent']],
  ])
})

test('only signed addresses are fetched', async () => {
  await using t = await open()
  const other = await host((_request, response) => response.end(png))
  const path = picturePath('another key', other.origin)
  for (const each of [path, path.replace(/[^/]+\/([^/]+)$/, '/$1'), '/api/pictures/a/b', `/api/pictures/?url=${other.origin}`])
    expect((await t.call(each)).status).toBe(404)
  expect(other.hits).toEqual([])
})

describe('hosts that mean harm', () => {
  test('drawings are inert, and other things are no pictures whatever they are called', async () => {
    await using t = await open()
    const drawn = await host((_request, response) => response.end(svg))
    const answer = await look(t, drawn.origin)
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'unsafe-inline'; sandbox")
    for (const body of ['<html><svg></svg>', '{"a":1}', '', '<!doctype html><svg>', 'GIF', `<!--${'x'.repeat(10_000)}--><svg>`]) {
      const liar = await host((_request, response) => response.setHeader('content-type', 'image/png').end(body))
      expect(await reason(await look(t, liar.origin))).toBe('it is not a picture')
    }
  })

  test('too large, by what is said and by what comes, and compressed', async () => {
    await using t = await open()
    const says = await host((_request, response) => response.writeHead(200, { 'content-length': 5_000_000 }).write(png))
    expect(await reason(await look(t, says.origin))).toBe('it is too large')
    const endless = await host((request, response) => {
      response.write(png)
      const more = () => {
        while (!request.destroyed && response.write(Buffer.alloc(65_536)));
      }
      response.on('drain', more)
      more()
    })
    expect(await reason(await look(t, endless.origin))).toBe('it is too large')
    const bomb = await host((_request, response) => response.setHeader('content-encoding', 'gzip').end(png))
    expect(await reason(await look(t, bomb.origin))).toBe('the host compresses it')
    const gone = await host((_request, response) => response.destroy())
    expect(await reason(await look(t, gone.origin))).toBe('its host cannot be reached')
    const away = await host((_request, response) => response.writeHead(500).end(png))
    expect(await reason(await look(t, away.origin))).toBe('the host answers 500')
  })

  test('redirects: followed a few times, never into networks that are out of reach', async () => {
    await using t = await open()
    const target = await host((_request, response) => response.end(png))
    const hops = (left: number): Promise<{ origin: string }> =>
      left === 0
        ? Promise.resolve(target)
        : hops(left - 1).then(({ origin }) => host((_request, response) => response.writeHead(302, { location: `${origin}/` }).end()))
    expect((await look(t, (await hops(3)).origin)).status).toBe(200)
    expect(await reason(await look(t, (await hops(4)).origin))).toBe('there are too many redirects')
    const file = await host((_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end())
    expect(await reason(await look(t, file.origin))).toBe('the address is not http or https')

    await using strict = await open('public')
    const secret = await host((_request, response) => response.end(png))
    const { port } = new URL(secret.origin)
    for (const name of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '2130706433', '0x7f.1', '169.254.169.254'])
      expect(await reason(await look(strict, `http://${name}:${port}/`)), name).toMatch(
        /in a network that the hub does not fetch pictures from/,
      )
    expect(secret.hits).toEqual([])
  })

  test('a slow host holds up no other, and a failure is remembered', { timeout: 60_000 }, async () => {
    await using t = await open()
    const slow = await host((_request, response) => void response.write(png.subarray(0, 8)))
    const quick = await host((_request, response) => response.end(png))
    const waiting = Array.from({ length: 30 }, (_, i) => look(t, `${slow.origin}/${i}`))
    expect((await look(t, quick.origin)).status).toBe(200)
    expect(slow.hits.length).toBe(4)
    expect(await reason(await (waiting[0] as Promise<Response>))).toBe('it takes too long')
    const before = slow.hits.filter(({ url }) => url === '/0').length
    expect(await reason(await look(t, `${slow.origin}/0`))).toBe('it takes too long')
    expect(slow.hits.filter(({ url }) => url === '/0')).toHaveLength(before)
    slow.hits.forEach(({ socket }) => socket.destroy())
  })

  test('a host that never ends takes a part of the waiting places, and leaves the rest to others', async () => {
    await using t = await open()
    const slow = await host((_request, response) => void response.write(png.subarray(0, 8)))
    const quick = await host((_request, response) => response.end(png))
    const statuses: number[] = []
    for (let i = 0; i < 600; i++) void look(t, `${slow.origin}/${i}`).then(({ status }) => statuses.push(status))
    await expect.poll(() => statuses.length).toBe(600 - 104)
    expect(new Set(statuses)).toEqual(new Set([503]))
    expect((await look(t, quick.origin)).status).toBe(200)
  })

  test('a copy that is gone from the disk is fetched again, and kept again', async () => {
    await using t = await open()
    const other = await host((_request, response) => response.end(png))
    expect((await look(t, other.origin)).status).toBe(200)
    const folder = join(t.hub.config.dataDir, 'pictures')
    for (const name of readdirSync(folder)) rmSync(join(folder, name))
    for (let i = 0; i < 3; i++) expect((await look(t, other.origin)).status).toBe(200)
    expect(other.hits).toHaveLength(2)
  })

  test('copies take no more of the disk than they may', async () => {
    await using t = await open('any', { PORTOLAN_PICTURE_CACHE_MB: '1' })
    const many = await host((request, response) =>
      response.end(Buffer.concat([png, Buffer.alloc(200_000), Buffer.from(request.url ?? '')])),
    )
    for (let i = 0; i < 20; i++) expect((await look(t, `${many.origin}/${i}`)).status).toBe(200)
    const files = readdirSync(join(t.hub.config.dataDir, 'pictures'))
    expect(files.length).toBeGreaterThan(2)
    expect(files.length).toBeLessThanOrEqual(5)
  })
})

test('with another setting there are no such addresses', async () => {
  await using t = await open('any', { PORTOLAN_PICTURES: 'direct' })
  const other = await host((_request, response) => response.end(png))
  expect((await t.call(picturePath('', other.origin))).status).toBe(404)
})
