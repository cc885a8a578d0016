import { HubError } from '@portolan/contract'
import { type Hub, listUsage } from '@portolan/hub'
import { Hono } from 'hono'
import type { Env } from '../../env.ts'
import { describe } from '../../openapi/describe.ts'

/** Usage of model calls per day, model, and payer: the caller's, an organization's (`?org=`), or everyone's (`?of=everybody`, admins only). */
export function inferenceUsageRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>().get(
    '/api/inference/usage',
    describe({ summary: "The caller's use of inference", query: ['of', 'org'] }),
    async (c) => {
      const of = c.req.query('of')
      if (of !== undefined && of !== 'everybody')
        throw new HubError('query.invalid', { message: 'of must be everybody or omitted', parameter: 'of' })
      const rows = await listUsage(hub, c.var.actor, { org: c.req.query('org') ?? null, everybody: of === 'everybody' })
      return c.json({ rows }, 200, { 'Cache-Control': 'no-store' })
    },
  )
}
