import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Env } from '../env.ts'
import { openApiRoute } from './openapi-route.ts'

test('the description is made once, and names the address it was asked at', async () => {
  let made = 0
  const app = new Hono<Env>()
  app.use(async (c, next) => {
    c.set('origin', new URL(c.req.url).origin)
    await next()
  })
  app.route(
    '/',
    openApiRoute(() => {
      made++
      return []
    }),
  )
  for (const origin of ['http://one.example', 'http://two.example'])
    expect(await (await app.request(`${origin}/openapi.json`)).json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: origin }] })
  expect(made).toBe(1)
})
