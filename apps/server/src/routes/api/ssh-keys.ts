import { addSshKey, type Hub, listSshKeys, removeSshKey, requireUser, type SshKey } from '@portolan/hub'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { jsonBody } from '../../http/json-body.ts'
import { describe } from '../../openapi/describe.ts'

const keyBody = z.object({ title: z.string().default(''), key: z.string() })

/** The caller's SSH keys. */
export function sshKeyRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .get('/api/settings/ssh-keys', describe({ summary: 'List SSH keys' }), async (c) =>
      c.json((await listSshKeys(hub, c.var.actor)).map(toWire)),
    )
    .post('/api/settings/ssh-keys', describe({ summary: 'Add an SSH key', token: null, body: keyBody }), async (c) => {
      requireUser(c.var.actor)
      return c.json(toWire(await addSshKey(hub, c.var.actor, await jsonBody(c, keyBody))), 201)
    })
    .delete('/api/settings/ssh-keys/:uid', describe({ summary: 'Delete an SSH key', token: null }), async (c) => {
      await removeSshKey(hub, c.var.actor, c.req.param('uid'))
      return c.json({ success: true })
    })
}

function toWire({ uid, title, type, publicKey, fingerprint, createdAt, lastUsedAt }: SshKey) {
  return {
    id: uid,
    title,
    type,
    key: publicKey,
    fingerprint,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}
