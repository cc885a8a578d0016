import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/* A bare node:http server that returns one file for every request: node static-server.ts <port> <file> */
const [port = '', file = ''] = process.argv.slice(2)
const body = readFileSync(file)
createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': body.length })
  response.end(body)
}).listen(Number(port), '127.0.0.1')
