import { Hono } from 'hono'
import type { RouterRoute } from 'hono/types'
import type { Env } from '../env.ts'
import { apiDocument } from './api-document.ts'

/** `/openapi.json`: the description of all routes of the app. @param routes read at the first request, when all routes are there */
export function openApiRoute(routes: () => readonly RouterRoute[]): Hono<Env> {
  return new Hono<Env>().get('/openapi.json', (c) =>
    c.json(apiDocument(routes(), c.var.origin, '0.1.0'), 200, { 'Cache-Control': 'public, max-age=300' }),
  )
}
