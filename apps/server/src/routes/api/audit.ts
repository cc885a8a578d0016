import { HubError } from '@portolan/contract'
import { type AuditEntry, csvLine, type Hub, listAudit } from '@portolan/hub'
import { Hono } from 'hono'
import type { Env } from '../../env.ts'
import { nextLink, whole } from '../../http/query.ts'
import { describe } from '../../openapi/describe.ts'

const perPage = 100
const maxPage = 1_000

/** The audit log for administrators: `GET /api/admin/audit?actor=&topic=&repo=&address=&since=&until=`, newest first, as JSON or (`format=csv`) CSV. */
export function auditRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>().get(
    '/api/admin/audit',
    describe({
      summary: 'Search the audit log',
      query: ['actor', 'address', 'cursor', 'format', 'limit', 'repo', 'since', 'topic', 'until'],
    }),
    async (c) => {
      const { entries, nextCursor } = await listAudit(hub, c.var.actor, {
        actor: c.req.query('actor') ?? null,
        topic: c.req.query('topic') ?? null,
        repo: c.req.query('repo') ?? null,
        address: c.req.query('address') ?? null,
        since: instant(c.req.query('since'), 'since'),
        until: instant(c.req.query('until'), 'until'),
        limit: whole(c, 'limit', { fallback: perPage, min: 1, max: maxPage }),
        cursor: c.req.query('cursor') ?? null,
      })
      if (nextCursor !== null) c.header('Link', nextLink(c, { cursor: nextCursor }))
      c.header('Cache-Control', 'no-store')
      if (c.req.query('format') !== 'csv') return c.json(entries)
      c.header('Content-Disposition', 'attachment; filename="audit.csv"')
      return c.body(toCsv(entries), 200, { 'Content-Type': 'text/csv; charset=utf-8' })
    },
  )
}

function instant(text: string | undefined, parameter: string): Date | null {
  if (text === undefined || text === '') return null
  const date = new Date(text)
  if (Number.isNaN(date.getTime()))
    throw new HubError('query.invalid', { message: `${parameter} must be a date such as 2026-01-31`, parameter })
  return date
}

const columns = ['at', 'actor', 'topic', 'repo', 'address', 'via', 'request', 'details'] as const

function toCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.map((entry) => [
    entry.at.toISOString(),
    entry.actor ?? '',
    entry.topic,
    entry.repo === null ? '' : `${entry.repo.type} ${entry.repo.fullName}`,
    entry.address ?? '',
    entry.via ?? '',
    entry.requestId ?? '',
    JSON.stringify(entry.details),
  ])
  return [columns, ...rows].map(csvLine).join('')
}
