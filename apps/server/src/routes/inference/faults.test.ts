import { once } from 'node:events'
import { request } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { listUsage, routeHealth, type Upstream, setUpstreams } from '@portolan/hub'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  answerLikeOpenAi,
  type Behavior,
  chunk,
  done,
  lastChunk,
  type MockUpstream,
  openMockUpstream,
  sendJson,
  startEvents,
  upstreamKey,
} from '../../testing/mock-upstream.ts'
import type { TestServer, TestUser } from '../../testing/open-test-server.ts'
import { addModel, openUpstreamWorld, type UpstreamWorld } from '../../testing/upstream-world.ts'

/* Upstreams and callers that misbehave. The caller gets a clear error, nothing leaks, and the hub keeps running. */

let world: UpstreamWorld
let server: TestServer
let mock: MockUpstream
let ada: TestUser
const messages = [{ role: 'user', content: 'What do tides do?' }]
const short: Upstream['timeouts'] = { connect: 300, firstByte: 300, idle: 300 }

beforeEach(async () => {
  world = await openUpstreamWorld()
  ;({ server, mock, ada } = world)
  await addModel(world, 'tides')
  use(short)
})
afterEach(() => world[Symbol.asyncDispose]())

function use(timeouts: Upstream['timeouts'], more: Partial<Upstream> = {}): void {
  setUpstreams(server.hub, [mock.upstream('vllm', [{ id: 'ada/tides' }], { timeouts, ...more })])
}

const ask = (more: Record<string, unknown> = {}, init: RequestInit = {}) =>
  server.request('/v1/chat/completions', {
    method: 'POST',
    body: JSON.stringify({ model: 'ada/tides', messages, ...more }),
    as: ada,
    ...init,
  })

/** Asserts that none of the owner's secrets appear in the caller's output. */
function expectNoSecrets(text: string): void {
  for (const secret of [upstreamKey, mock.url, new URL(mock.url).host, '127.0.0.1', '    at ', 'node:', '/apps/']) {
    expect([secret, text.includes(secret)]).toEqual([secret, false])
  }
}

async function errorOf(answer: Response): Promise<{ status: number; code: string; message: string }> {
  const text = await answer.text()
  expectNoSecrets(text + JSON.stringify([...answer.headers]))
  const { error } = JSON.parse(text) as { error: { code: string; message: string } }
  return { status: answer.status, code: error.code, message: error.message }
}

const gigabyte: Behavior = (_hit, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  const block = Buffer.alloc(1024 * 1024, ' ')
  const more = () => {
    while (!response.destroyed && response.write(block));
  }
  response.on('drain', more)
  more()
}

const headOnly: Behavior = (_hit, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).flushHeaders()

describe('before the first byte', () => {
  const cases: [string, Behavior, number, string][] = [
    ['takes the call and says nothing', () => {}, 504, 'inference.timeout'],
    ['sends a head and nothing more', headOnly, 504, 'inference.timeout'],
    ['closes at once', (_hit, response) => void response.destroy(), 502, 'inference.failed'],
    [
      'answers 500 and its stack',
      (_hit, response) => sendJson(response, { error: { message: `boom ${mock.url}\n    at x` } }, 500),
      502,
      'inference.failed',
    ],
    [
      'does not take our key',
      (_hit, response) => sendJson(response, { error: { message: `Bad key ${upstreamKey}` } }, 401),
      502,
      'inference.failed',
    ],
    ['does not know the model', (_hit, response) => sendJson(response, { error: { message: 'no model' } }, 404), 502, 'inference.failed'],
    ['redirects', (_hit, response) => void response.writeHead(302, { Location: 'http://example.org/' }).end(), 502, 'inference.failed'],
    [
      'answers with a page',
      (_hit, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Welcome</h1>'),
      502,
      'inference.failed',
    ],
    ['answers with no type', (_hit, response) => void response.writeHead(200).end('{}'), 502, 'inference.failed'],
    [
      'answers with JSON that is none',
      (_hit, response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"choices": [{'),
      502,
      'inference.failed',
    ],
    ['answers 200 with an error', (_hit, response) => sendJson(response, { error: { message: 'no' } }), 502, 'inference.failed'],
    [
      'compresses what it was asked not to',
      (_hit, response) => void response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end('x'),
      502,
      'inference.failed',
    ],
    ['never ends its answer', gigabyte, 502, 'inference.failed'],
  ]
  test.for(cases)('an upstream that %s', async ([, behavior, status, code]) => {
    mock.behave(behavior)
    expect(await errorOf(await ask())).toMatchObject({ status, code })
    mock.behave(answerLikeOpenAi)
    expect((await ask()).status).toBe(200)
    expect(await listUsage(server.hub, ada.actor)).toMatchObject([{ requests: 2, failed: 1 }])
  })

  const streams: [string, Behavior, number][] = [
    ['says nothing', () => {}, 504],
    ['sends a head and nothing more', (_hit, response) => startEvents(response).flushHeaders(), 504],
    ['sends JSON instead of events', (hit, response) => answerLikeOpenAi({ ...hit, body: {} }, response), 502],
    ['sends lines that are no events', (_hit, response) => void startEvents(response).end('<html>\n\n'), 502],
    ['sends events that are no JSON', (_hit, response) => void startEvents(response).end('data: {"choices": [\n\n'), 502],
    ['reports an error first', (_hit, response) => void startEvents(response).end(`data: {"error":{"message":"at ${mock.url}"}}\n\n`), 502],
    ['ends without an event', (_hit, response) => void startEvents(response).end(), 502],
    [
      'sends a line without an end',
      (_hit, response) => {
        startEvents(response)
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
        }
        response.on('drain', more)
        response.write('data: ')
        more()
      },
      502,
    ],
  ]
  test.for(streams)('a stream of an upstream that %s', async ([, behavior, status]) => {
    mock.behave(behavior)
    expect(await errorOf(await ask({ stream: true }))).toMatchObject({ status })
    mock.behave(answerLikeOpenAi)
    expect(await (await ask({ stream: true })).text()).toContain(done)
  })

  test('429 is passed on with its Retry-After, in either form', async () => {
    mock.behave((_hit, response) => sendJson(response, { error: { message: 'slow down' } }, 429, { 'Retry-After': '17' }))
    const answer = await ask()
    expect(answer.headers.get('retry-after')).toBe('17')
    expect(await errorOf(answer)).toMatchObject({ status: 429, code: 'inference.busy' })
    mock.behave((_hit, response) => sendJson(response, {}, 429, { 'Retry-After': new Date(Date.now() + 60_000).toUTCString() }))
    const seconds = Number((await ask({ stream: true })).headers.get('retry-after'))
    expect(seconds > 50 && seconds <= 60).toBe(true)
    mock.behave((_hit, response) => sendJson(response, {}, 429, { 'Retry-After': 'soon' }))
    expect((await ask()).headers.get('retry-after')).toBe(null)
  })

  test('what the caller got wrong is said in the upstream’s words, without the owner’s secrets', async () => {
    const { host } = new URL(mock.url)
    mock.behave((_hit, response) =>
      sendJson(response, { error: { message: `max_tokens is over 4096 (see ${mock.url}/docs at ${host}, key ${upstreamKey})` } }, 400),
    )
    const error = await errorOf(await ask())
    expect(error).toMatchObject({
      status: 400,
      code: 'inference.rejected',
      message: expect.stringMatching(/^max_tokens is over 4096/) as string,
    })
    expect(routeHealth(server.hub, 'vllm', 'served-ada/tides').failures).toBe(0)
  })

  test('an upstream that is not there, or does not take connections', async () => {
    await mock[Symbol.asyncDispose]()
    expect(await errorOf(await ask())).toMatchObject({ status: 502, message: 'vllm cannot be reached' })
  })

  test('an upstream that speaks no HTTP', async () => {
    await using raw = await rawServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))
    use(short, { url: raw.url })
    expect(await errorOf(await ask())).toMatchObject({ status: 502, code: 'inference.failed' })
  })

  test('an upstream that never reads', async () => {
    await using raw = await rawServer((socket) => socket.pause())
    use(short, { url: raw.url })
    const answer = await ask({ messages: [{ role: 'user', content: 'x'.repeat(8 * 1024 * 1024) }] })
    expect(await errorOf(answer)).toMatchObject({ status: 504, code: 'inference.timeout' })
  })
})

describe('in the middle of a stream', () => {
  const endings: [string, Behavior, string][] = [
    ['dies', (_hit, response) => void startEvents(response).write(chunk('tides'), () => response.destroy()), 'inference.failed'],
    [
      'dies in an event',
      (_hit, response) => void startEvents(response).write(`${chunk('tides')}data: {"cho`, () => response.destroy()),
      'inference.failed',
    ],
    ['stalls', (_hit, response) => void startEvents(response).write(chunk('tides')), 'inference.timeout'],
    ['ends too early', (_hit, response) => void startEvents(response).end(chunk('tides')), 'inference.failed'],
    ['talks nonsense', (_hit, response) => void startEvents(response).end(`${chunk('tides')}data: <html>\n\n`), 'inference.failed'],
    [
      'reports an error',
      (_hit, response) =>
        void startEvents(response).end(`${chunk('tides')}data: {"error":{"message":"CUDA at ${mock.url}","code":500}}\n\n`),
      'inference.failed',
    ],
  ]
  test.for(endings)('an upstream that %s', async ([, behavior, code]) => {
    mock.behave(behavior)
    const answer = await ask({ stream: true })
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expectNoSecrets(text)
    expect(text.startsWith(chunk('tides'))).toBe(true)
    const rest = text.slice(chunk('tides').length)
    expect(JSON.parse(rest.slice('data: '.length))).toEqual({
      error: { message: expect.any(String) as string, type: 'server_error', param: null, code },
    })
    expect(text).not.toContain('[DONE]')
    expect(await listUsage(server.hub, ada.actor)).toMatchObject([{ requests: 1, failed: 1 }])
  })

  test('nothing is sent after [DONE], and an upstream that does not end its answer does not keep the caller', async () => {
    mock.behave((_hit, response) => void startEvents(response).write(chunk('x') + lastChunk + done + chunk('more')))
    expect(await (await ask({ stream: true })).text()).toBe(chunk('x') + lastChunk + done)
    await mock.hits[0]?.closed
  })
})

describe('callers', () => {
  const silent: Behavior = () => {}
  const begun: Behavior = (_hit, response) => void startEvents(response).write(chunk('x'))
  test.for([
    ['a stream before its first byte', true, silent],
    ['a stream after its first byte', true, begun],
    ['an answer before its head', false, silent],
    ['an answer after its head', false, headOnly],
  ] as const)('one who leaves takes the call with him: %s', async ([, stream, behavior]) => {
    use({ connect: 5_000, firstByte: 60_000, idle: 60_000 })
    mock.behave(behavior)
    const aborter = new AbortController()
    const answer = ask({ stream }, { signal: aborter.signal }).then((given) => given.text())
    await expect.poll(() => mock.hits.length).toBe(1)
    aborter.abort()
    await expect(answer).rejects.toThrow('abort')
    await mock.hits[0]?.closed
    await expect.poll(async () => (await listUsage(server.hub, ada.actor)).length).toBe(1)
    expect(routeHealth(server.hub, 'vllm', 'served-ada/tides').failures).toBe(0)
    mock.behave(answerLikeOpenAi)
    expect((await ask()).status).toBe(200)
  })

  test('one who does not read holds the upstream back, and gets everything in the end', async () => {
    let written = 0
    const event = chunk('x'.repeat(60_000))
    const events = 1_000
    mock.behave(async (_hit, response) => {
      startEvents(response)
      for (let i = 0; i < events && !response.destroyed; i++) {
        written++
        if (!response.write(event)) await once(response, 'drain')
      }
      response.end(lastChunk + done)
    })
    use({ connect: 5_000, firstByte: 5_000, idle: 60_000 })
    const url = new URL('/v1/chat/completions', server.origin)
    const call = request(url, { method: 'POST', headers: { Authorization: `Bearer ${ada.token}` } })
    call.end(JSON.stringify({ model: 'ada/tides', messages, stream: true }))
    const [answer] = (await once(call, 'response')) as [import('node:http').IncomingMessage]
    // The client does not read, so only what the sockets between the two buffer may be in flight.
    let before = -1
    await expect
      .poll(
        () => {
          const isStill = written > 0 && written === before
          before = written
          return isStill
        },
        { interval: 200, timeout: 60_000 },
      )
      .toBe(true)
    expect(written).toBeLessThan(events / 2)
    let bytes = 0
    for await (const piece of answer as AsyncIterable<Buffer>) bytes += piece.length
    expect(bytes).toBe(events * Buffer.byteLength(event) + lastChunk.length + done.length)
  })

  test('bodies over the limit are refused while they come', async () => {
    const answer = await ask({ messages: [{ role: 'user', content: 'x'.repeat(65 * 1024 * 1024) }] })
    expect(await errorOf(answer)).toMatchObject({ status: 413, code: 'body.too_large' })
    expect(mock.hits).toEqual([])
  })
})

describe('another upstream', () => {
  test('is asked when the first fails before its first byte, and never after it', async () => {
    await using second = await openMockUpstream()
    setUpstreams(server.hub, [
      mock.upstream('first', [{ id: 'ada/tides' }], { timeouts: short }),
      second.upstream('second', [{ id: 'ada/tides' }], { timeouts: short }),
    ])
    const failures: Behavior[] = [
      (_hit, response) => void response.destroy(),
      (_hit, response) => sendJson(response, {}, 503),
      (_hit, response) => sendJson(response, {}, 429, { 'Retry-After': '1' }),
    ]
    for (const behavior of failures) {
      mock.behave(behavior)
      for (const stream of [false, true]) {
        const answer = await ask({ stream })
        expect([answer.status, answer.headers.get('x-inference-provider')]).toEqual([200, 'second'])
        await answer.text()
      }
    }
    // A provider that the call names is the only candidate.
    expect((await ask({ model: 'ada/tides:first' })).status).toBe(429)
    server.hub.tick(3600_000)
    mock.behave((_hit, response) => void startEvents(response).write(chunk('tides'), () => response.destroy()))
    const before = second.hits.length
    expect(await (await ask({ stream: true })).text()).toContain('"error"')
    expect(second.hits).toHaveLength(before)
    // A caller's mistake is the same at every provider.
    server.hub.tick(3600_000)
    mock.behave((_hit, response) => sendJson(response, { error: { message: 'too long' } }, 422))
    expect((await ask()).status).toBe(400)
    expect(second.hits).toHaveLength(before)
  })

  test('comes first while one that failed three times rests', async () => {
    await using second = await openMockUpstream()
    setUpstreams(server.hub, [mock.upstream('first', [{ id: 'ada/tides' }]), second.upstream('second', [{ id: 'ada/tides' }])])
    mock.behave((_hit, response) => sendJson(response, {}, 500))
    for (let i = 0; i < 5; i++) expect((await ask()).status).toBe(200)
    expect([mock.hits.length, second.hits.length]).toEqual([3, 5])
    const { data } = (await (await server.request('/v1/models', { as: ada })).json()) as { data: { providers: { status: string }[] }[] }
    expect(data[0]?.providers.map(({ status }) => status)).toEqual(['error', 'live'])
    server.hub.tick(31_000)
    mock.behave(answerLikeOpenAi)
    expect((await ask()).headers.get('x-inference-provider')).toBe('first')
    // With no other provider left, one in its cooldown is called after all.
    mock.behave((_hit, response) => sendJson(response, {}, 500))
    second.behave((_hit, response) => sendJson(response, {}, 500))
    for (let i = 0; i < 4; i++) expect((await ask()).status).toBe(502)
    mock.behave(answerLikeOpenAi)
    expect((await ask()).status).toBe(200)
  })
})

test('kept connections that the upstream has closed are not used', async () => {
  const closed: Promise<unknown>[] = []
  await using raw = await rawServer((socket) => {
    closed.push(once(socket, 'close'))
    socket.once('data', () => {
      const body = JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'x' } }] })
      // The response is complete and claims keep-alive, but the server closes the connection anyway.
      socket.end(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    })
  })
  use(short, { url: raw.url })
  for (let i = 0; i < 4; i++) {
    expect((await ask()).status).toBe(200)
    // Both sides have closed it, so the hub has noticed.
    await closed.at(-1)
  }
})

test('a call on a kept connection that breaks may have been made: it is not made again', async () => {
  const posts: string[] = []
  await using raw = await rawServer((socket) => {
    let isFirst = true
    socket.on('data', (bytes) => {
      posts.push(bytes.toString().slice(0, 4))
      const body = JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'x' } }] })
      if (isFirst) socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
      else socket.destroy()
      isFirst = false
    })
  })
  use(short, { url: raw.url })
  expect((await ask()).status).toBe(200)
  expect(await errorOf(await ask())).toMatchObject({ status: 502, code: 'inference.failed' })
  expect(posts).toEqual(['POST', 'POST'])
})

test('nothing piles up: sockets, listeners, runs', async () => {
  const warnings: string[] = []
  const onWarning = (warning: Error) => warnings.push(warning.name)
  process.on('warning', onWarning)
  const behaviors: Behavior[] = [
    answerLikeOpenAi,
    (_hit, response) => void response.destroy(),
    (_hit, response) => void startEvents(response).write(chunk('x'), () => response.destroy()),
    (_hit, response) => sendJson(response, {}, 500),
  ]
  let turn = 0
  mock.behave((hit, response) => behaviors[turn++ % behaviors.length]?.(hit, response))
  const call = async (i: number) => {
    const aborter = new AbortController()
    const answer = ask({ stream: i % 2 === 0 }, { signal: aborter.signal }).then((given) => given.text())
    if (i % 5 === 0) setImmediate(() => aborter.abort())
    await answer.catch(() => null)
  }
  for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 20 }, (_, i) => call(i)))
  mock.behave(answerLikeOpenAi)
  expect((await ask()).status).toBe(200)
  // Keep-alive connections, at most one per concurrent call.
  await expect.poll(() => mock.openSockets()).toBeLessThanOrEqual(20)
  process.off('warning', onWarning)
  expect(warnings).toEqual([])
})

async function rawServer(onSocket: (socket: Socket) => void): Promise<AsyncDisposable & { url: string }> {
  const sockets = new Set<Socket>()
  const raw: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onSocket(socket)
  })
  raw.listen(0, '127.0.0.1')
  await once(raw, 'listening')
  return {
    url: `http://127.0.0.1:${(raw.address() as AddressInfo).port}/v1`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => raw.close(resolve))
    },
  }
}
