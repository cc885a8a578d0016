import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openTestServer } from '../testing/open-test-server.ts'

test('a client that leaves in the middle of a body is nothing to look into', async () => {
  await using t = await openTestServer()
  const { token } = await t.addUser('ada')
  const noted: string[] = []
  t.hub.log.error = (message) => void noted.push(message)
  const socket = connect(Number(new URL(t.origin).port), '127.0.0.1')
  const head = `POST /api/repos/create HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n`
  socket.write(`${head}{"name":`)
  await once(socket, 'connect')
  await delay(100)
  socket.destroy()
  await delay(200)
  expect(noted).toEqual([])
  expect((await t.request('/api/health')).status).toBe(200)
})
