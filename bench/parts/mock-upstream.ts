import { createServer, type ServerResponse } from 'node:http'

/*
 * An OpenAI-compatible server that only keeps time: `node mock-upstream.ts PORT`. It answers a chat request with `max_tokens` tokens, one every
 * `top_p` milliseconds (0: as fast as the connection accepts them). Each token is the monotonic time, in ns, at which it was sent.
 */
const port = Number(process.argv[2])
const head =
  'data: {"id":"chatcmpl-bench","object":"chat.completion.chunk","created":1,"model":"bench","choices":[{"index":0,"delta":{"content":"'
const tail = '"},"logprobs":null,"finish_reason":null}]}\n\n'
const last =
  'data: {"id":"chatcmpl-bench","object":"chat.completion.chunk","created":1,"model":"bench","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n'

createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    const text = Buffer.concat(pieces).toString()
    const body = (text === '' ? {} : JSON.parse(text)) as { max_tokens?: number; top_p?: number }
    response.writeHead(200, { 'Content-Type': request.method === 'POST' ? 'text/event-stream' : 'application/json' })
    if (request.method === 'POST') speak(response, body.max_tokens ?? 1, body.top_p ?? 0)
    else response.end('{"data":[]}')
  })
}).listen(port, '127.0.0.1')

function speak(response: ServerResponse, tokens: number, everyMs: number): void {
  let sent = 0
  const next = (): void => {
    while (sent < tokens && !response.destroyed) {
      sent++
      const isTaken = response.write(`${head}${process.hrtime.bigint()}${tail}`)
      if (sent === tokens) break
      if (everyMs > 0) {
        setTimeout(next, everyMs)
        return
      }
      if (!isTaken) {
        response.once('drain', next)
        return
      }
    }
    response.end(`${last}data: [DONE]\n\n`)
  }
  next()
}
