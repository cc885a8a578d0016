import { createServer, type ServerResponse } from 'node:http'

/* A minimal server-sent events server: every stream of `GET /events` receives an event on each `POST /send`. node event-server.ts <port> */
const streams = new Set<ServerResponse>()

createServer((request, response) => {
  if (request.method === 'POST') {
    const text = `event: like\ndata: ${JSON.stringify({ topic: 'repo:models/bench/files', at: new Date().toISOString(), by: 'bench', liked: true, likes: 1 })}\n\nid: 1\n\n`
    for (const stream of streams) stream.write(text)
    response.end()
    return
  }
  if (request.url !== '/events') {
    response.end()
    return
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
  response.write('event: hello\ndata: {}\n\n')
  streams.add(response)
  response.on('close', () => streams.delete(response))
}).listen(Number(process.argv[2]), '127.0.0.1')
