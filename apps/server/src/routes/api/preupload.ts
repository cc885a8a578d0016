import { limits } from '@portolan/contract'
import { type Hub, preupload } from '@portolan/hub'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { jsonBody } from '../../http/json-body.ts'
import { pathTail } from '../../http/path-tail.ts'
import { apiRepo, repoOf } from '../../http/repo-params.ts'
import { alwaysUploadsThroughXet } from '../../http/user-agent.ts'

const Preupload = z.object({
  files: z
    .array(z.object({ path: z.string(), size: z.int().min(0), sample: z.base64().max(16_384).default('') }))
    .max(limits.preuploadFiles),
  gitAttributes: z.string().max(limits.cardBytes).optional(),
  gitIgnore: z.string().max(limits.cardBytes).optional(),
})

/** How each file of a commit to come is to be sent (hub API, section 5.4). */
export function preuploadRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>().post(`${apiRepo}/preupload/*`, async (c) => {
    const repo = await repoOf(c, hub, 'write')
    const { files, gitAttributes, gitIgnore } = await jsonBody(c, Preupload)
    const answer = await preupload(
      hub,
      c.var.actor,
      repo,
      pathTail(c, 5),
      files.map((file) => ({ ...file, sample: Buffer.from(file.sample, 'base64') })),
      {
        ...(gitAttributes === undefined ? {} : { gitAttributes }),
        ...(gitIgnore === undefined ? {} : { gitIgnore }),
        alwaysXet: alwaysUploadsThroughXet(c.req.header('user-agent')),
      },
    )
    return c.json({
      commitOid: answer.commitOid,
      files: answer.files.map(({ oid, ...file }) => (oid === null ? file : { ...file, oid })),
    })
  })
}
