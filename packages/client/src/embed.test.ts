import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { embed } from './embed.ts'
import { RequestQueue } from './request-queue.ts'
import { answeringServer } from './testing/answering-server.ts'
import { fakeClock } from './testing/fake-clock.ts'

/** A server that returns these answers in turn, and the requests it received. */
async function embeddingServer(...answers: { status?: number; body: unknown }[]) {
  const sent: { path: string | undefined; authorization: string | undefined; body: unknown }[] = []
  const server = await answeringServer((request, response, number) => {
    void text(request).then((body) => {
      sent.push({ path: request.url, authorization: request.headers.authorization, body: JSON.parse(body) })
      const answer = answers[number - 1]
      response.writeHead(answer?.status ?? 200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer?.body))
    })
  })
  return Object.assign(server, { sent })
}

test('one request to the task endpoint of a general English model, line breaks as spaces', async () => {
  await using server = await embeddingServer({
    body: [
      [1, 2],
      [3, 4],
      [5, 6],
    ],
  })
  const vectors = await embed(['one\ntext', 'two\r\nlines', 'three\rmore'], { endpoint: `${server.url}/`, token: 'secret' })
  expect(vectors).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
  ])
  expect(server.sent).toEqual([
    {
      path: '/hf-inference/models/BAAI/bge-base-en-v1.5/pipeline/feature-extraction',
      authorization: 'Bearer secret',
      body: { inputs: ['one text', 'two lines', 'three more'] },
    },
  ])
})

test('another provider is asked for in the name of the model; its vectors come in the order of the texts', async () => {
  await using server = await embeddingServer({
    body: {
      data: [
        { index: 1, embedding: [2] },
        { index: 0, embedding: [1] },
      ],
    },
  })
  expect(await embed(['a', 'b'], { endpoint: server.url, provider: 'together', model: 'ada/embedder', token: 'secret' })).toEqual([
    [1],
    [2],
  ])
  expect(server.sent).toMatchObject([{ path: '/v1/embeddings', body: { input: ['a', 'b'], model: 'ada/embedder:together' } }])
})

test('goes through the queue', async () => {
  await using server = await embeddingServer({ status: 503, body: { error: 'loading' } }, { body: [[1]] })
  const clock = fakeClock()
  const queue = new RequestQueue({ clock, random: () => 0 })
  expect(await embed(['a'], { endpoint: server.url, queue, token: 'secret' })).toEqual([[1]])
  expect(clock.waits).toEqual([1000])
})

test('no texts, no request', async () => {
  await using server = await embeddingServer()
  expect(await embed([], { endpoint: server.url })).toEqual([])
  expect(server.requests()).toBe(0)
})

describe('refuses', () => {
  test.for([
    ['too few vectors', [[1]]],
    ['a vector per token', [[[1]], [[2]]]],
    ['something else', { error: 'what' }],
  ] as const)('%s', async ([, body]) => {
    await using server = await embeddingServer({ body })
    await expect(embed(['a', 'b'], { endpoint: server.url, token: 'secret' })).rejects.toThrow('Expected 2 vectors of numbers')
  })

  test('what the endpoint refuses, in its words', async () => {
    await using server = await embeddingServer({ status: 404, body: { error: 'Model not found' } })
    await expect(embed(['a'], { endpoint: server.url, token: 'secret' })).rejects.toMatchObject({ status: 404, message: 'Model not found' })
  })
})
