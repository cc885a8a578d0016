import {
  createWebhook,
  deleteWebhook,
  type Hub,
  listDeliveries,
  listWebhooks,
  redeliver,
  requirePermission,
  requireUser,
  requireWebhook,
  switchWebhook,
  testWebhook,
  updateWebhook,
  watchedTypes,
  type Webhook,
  type WebhookDelivery,
} from '@portolan/hub'
import { HubError } from '@portolan/contract'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { jsonBody } from '../../http/json-body.ts'
import { describe } from '../../openapi/describe.ts'

const body = z.object({
  url: z.string().nullish(),
  jobSourceId: z.string().nullish(),
  secret: z.string().nullish(),
  watched: z.array(z.object({ type: z.enum(watchedTypes), name: z.string() })),
  // Clients disagree on the plural.
  domains: z.array(z.enum(['repo', 'discussion', 'discussions'])).nullish(),
})

/** The caller's webhooks, their delivery log, a test delivery, and redelivery. */
export function webhookRoutes(hub: Hub): Hono<Env> {
  const root = '/api/settings/webhooks'
  const routes = new Hono<Env>()
  // Authentication is checked before anything else.
  for (const path of [root, `${root}/*`]) {
    routes.use(path, async (c, next) => {
      requireUser(c.var.actor)
      await next()
    })
  }
  return routes
    .get(root, describe({ summary: 'List webhooks' }), async (c) => c.json((await listWebhooks(hub, c.var.actor)).map(toWire)))
    .post(root, describe({ summary: 'Create a webhook', token: 'user.webhooks.write', body: body }), async (c) => {
      const input = toInput(await jsonBody(c, body))
      const hook = await createWebhook(hub, c.var.actor, input)
      // The only time: whoever reads webhooks later need not know what signs their messages.
      return c.json({ webhook: { ...toWire(hook), ...(hook.hasSecret ? { secret: input.secret } : {}) } })
    })
    .get(`${root}/:uid`, describe({ summary: 'Read a webhook' }), async (c) =>
      c.json({ webhook: toWire(await requireWebhook(hub, c.var.actor, c.req.param('uid'))) }),
    )
    .post(`${root}/:uid`, describe({ summary: 'Change a webhook', token: 'user.webhooks.write', body: body }), async (c) => {
      const uid = c.req.param('uid')
      requirePermission(c.var.actor, 'user.webhooks.write')
      const [before, asked] = [await requireWebhook(hub, c.var.actor, uid), await jsonBody(c, body)]
      // When their user does not mention the watched items, clients send an empty list; they omit the other fields.
      const input = toInput({
        ...asked,
        url: asked.url || asked.jobSourceId ? asked.url : before.url,
        watched: asked.watched.length === 0 ? [...before.watched] : asked.watched,
        domains: asked.domains ?? [...before.domains],
      })
      return c.json({ webhook: toWire(await updateWebhook(hub, c.var.actor, uid, input)) })
    })
    .delete(`${root}/:uid`, describe({ summary: 'Delete a webhook', token: 'user.webhooks.write' }), async (c) => {
      await deleteWebhook(hub, c.var.actor, c.req.param('uid'))
      return c.json({ success: true })
    })
    .post(
      `${root}/:uid/:switch{(?:enable|disable)}`,
      describe({ summary: 'Enable or disable a webhook', token: 'user.webhooks.write' }),
      async (c) => {
        const isOn = c.req.param('switch') === 'enable'
        return c.json({ webhook: toWire(await switchWebhook(hub, c.var.actor, c.req.param('uid'), isOn)) })
      },
    )
    .post(`${root}/:uid/test`, describe({ summary: 'Send a test message', token: 'user.webhooks.write' }), async (c) =>
      c.json({ delivery: toWireDelivery(await testWebhook(hub, c.var.actor, c.req.param('uid'), c.var.origin)) }),
    )
    .get(`${root}/:uid/deliveries`, describe({ summary: 'List the deliveries of a webhook' }), async (c) =>
      c.json((await listDeliveries(hub, c.var.actor, c.req.param('uid'))).map(toWireDelivery)),
    )
    .post(
      `${root}/:uid/deliveries/:delivery/replay`,
      describe({ summary: 'Send a delivery again', token: 'user.webhooks.write' }),
      async (c) => c.json({ delivery: toWireDelivery(await redeliver(hub, c.var.actor, c.req.param('uid'), c.req.param('delivery'))) }),
    )
}

function toInput({ url, jobSourceId, secret, watched, domains }: z.infer<typeof body>) {
  if (!url) {
    const message = jobSourceId ? 'This hub runs no jobs: a webhook must call a URL' : 'A webhook must have a URL'
    throw new HubError('body.invalid', { message, field: 'url' })
  }
  const named = (domains ?? ['repo', 'discussion']).map((domain) => (domain === 'repo' ? ('repo' as const) : ('discussion' as const)))
  return { url, secret: secret ?? null, watched, domains: named }
}

function toWire(hook: Webhook) {
  return {
    id: hook.uid,
    url: hook.url,
    hasSecret: hook.hasSecret,
    watched: hook.watched,
    domains: hook.domains,
    disabled: hook.isDisabled,
    disabledReason: hook.disabledReason,
    // Private repositories: all that its owner may read, or what the credential that made it could.
    rights: hook.rights === null ? 'owner' : 'credential',
  }
}

function toWireDelivery({ uid, createdAt, nextAt, ...rest }: WebhookDelivery) {
  return { id: uid, createdAt: createdAt.toISOString(), nextAt: nextAt?.toISOString() ?? null, ...rest }
}
