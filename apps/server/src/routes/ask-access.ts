import { Readable } from 'node:stream'
import { repoPath, type RepoType } from '@portolan/contract'
import { accessReport, askAccess, type Hub, requireRepo, requireUser } from '@portolan/hub'
import { type Context, Hono, type Next } from 'hono'
import { z } from 'zod'
import type { Env } from '../env.ts'
import { contentDisposition } from '../http/content-disposition.ts'
import { jsonBody, readBody } from '../http/json-body.ts'
import { repoPrefixes } from '../http/repo-params.ts'
import { describe } from '../openapi/describe.ts'

const answersBody = z.record(z.string(), z.unknown())
const maxAnswersBytes = 256 * 1024

/** Requesting access to a gated repo, and the owner's report of access requests. */
export function askAccessRoutes(hub: Hub): Hono<Env> {
  const routes = new Hono<Env>()
  for (const [prefix, type] of repoPrefixes) {
    routes.post(`${prefix}/:owner/:name/ask-access`, describe({ summary: 'Ask for access to a gated repo', token: null }), (c, next) =>
      ask(c, next, hub, type),
    )
    routes.get(`${prefix}/:owner/:name/user-access-report`, describe({ summary: 'List of access requests as CSV' }), (c) =>
      report(c, hub, type),
    )
  }
  return routes
}

/** Forms from our own pages are passed on to the page, which shows errors beside their fields. */
async function ask(c: Context<Env>, next: Next, hub: Hub, type: RepoType): Promise<Response | void> {
  if (c.req.header('accept')?.includes('text/html') === true) return next()
  const repo = await requireRepo(hub, c.var.actor, type, `${c.req.param('owner')}/${c.req.param('name')}`, 'read')
  requireUser(c.var.actor)
  await askAccess(hub, c.var.actor, repo, await answers(c))
  return c.redirect(`${c.var.basePath}/${repoPath(repo)}`, 303)
}

async function answers(c: Context<Env>): Promise<Record<string, unknown>> {
  if (c.req.header('content-type')?.startsWith('application/json') === true) return jsonBody(c, answersBody, maxAnswersBytes)
  const form = new URLSearchParams((await readBody(c, maxAnswersBytes)).toString('utf8'))
  return Object.fromEntries(form)
}

async function report(c: Context<Env>, hub: Hub, type: RepoType): Promise<Response> {
  const repo = await requireRepo(hub, c.var.actor, type, `${c.req.param('owner')}/${c.req.param('name')}`, 'access.read')
  return c.body(Readable.toWeb(Readable.from(accessReport(hub, c.var.actor, repo), { objectMode: false })) as ReadableStream, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': contentDisposition('attachment', `access-${repo.owner}-${repo.name}.csv`),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  })
}
