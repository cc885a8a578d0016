import { Hono } from 'hono'
import type { RouterRoute } from 'hono/types'
import type { Env } from '../env.ts'
import { apiDocument } from './api-document.ts'

/** `/openapi.json`: the description of all routes of the app. @param routes read at the first request, when all routes are there */
export function openApiRoute(routes: () => readonly RouterRoute[]): Hono<Env> {
  // Made once: it takes more than ten milliseconds, and anybody may ask.
  let document: object | null = null
  return new Hono<Env>().get('/openapi.json', (c) => {
    document ??= apiDocument(routes(), '', '0.1.0')
    return c.json({ ...document, servers: [{ url: c.var.origin }] }, 200, { 'Cache-Control': 'public, max-age=300' })
  })
}
