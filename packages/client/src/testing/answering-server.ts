import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A local server that lets a test answer each request; `requests` counts them. */
export async function answeringServer(
  answer: (request: IncomingMessage, response: ServerResponse, number: number) => void,
): Promise<AsyncDisposable & { readonly url: string; readonly requests: () => number }> {
  let requests = 0
  const server = createServer((request, response) => answer(request, response, ++requests))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
