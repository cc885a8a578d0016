import { limits } from '@portolan/contract'
import { type Hub, preupload, requireCommitter } from '@portolan/hub'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { jsonBody } from '../../http/json-body.ts'
import { pathTail } from '../../http/path-tail.ts'
import { flag } from '../../http/query.ts'
import { apiRepo, repoOf } from '../../http/repo-params.ts'
import { alwaysUploadsThroughXet } from '../../http/user-agent.ts'
import { describe } from '../../openapi/describe.ts'

const Preupload = z.object({
  files: z
    .array(z.object({ path: z.string(), size: z.int().min(0), sample: z.base64().max(16_384).default('') }))
    .max(limits.preuploadFiles),
  gitAttributes: z.string().max(limits.cardBytes).optional(),
  gitIgnore: z.string().max(limits.cardBytes).optional(),
})

/** Decides how each file of an upcoming commit must be sent. */
export function preuploadRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>().post(
    `${apiRepo}/preupload/*`,
    describe({ summary: 'Ask how files are to be uploaded', token: 'repo.write', query: ['create_pr'], body: Preupload }),
    async (c) => {
      const repo = await repoOf(c, hub, 'read')
      const isForNewPullRequest = flag(c, 'create_pr')
      // Check before reading the body: a stranger learns nothing from a malformed request.
      await requireCommitter(hub, c.var.actor, repo, pathTail(c, 5), { isForNewPullRequest })
      const { files, gitAttributes, gitIgnore } = await jsonBody(c, Preupload)
      // With Xet enabled no workaround is needed.
      const alwaysXet = hub.config.xet === 'off' && alwaysUploadsThroughXet(c.req.header('user-agent'))
      const answer = await preupload(
        hub,
        c.var.actor,
        repo,
        pathTail(c, 5),
        files.map((file) => ({ ...file, sample: Buffer.from(file.sample, 'base64') })),
        {
          ...(gitAttributes === undefined ? {} : { gitAttributes }),
          ...(gitIgnore === undefined ? {} : { gitIgnore }),
          alwaysXet,
          isForNewPullRequest,
        },
      )
      if (alwaysXet && answer.files.some(({ uploadMode }) => uploadMode === 'lfs')) c.header('X-HF-Warning', xetWarning(hub))
      return c.json({
        commitOid: answer.commitOid,
        files: answer.files.map(({ oid, ...file }) => (oid === null ? file : { ...file, oid })),
      })
    },
  )
}

/**
 * The client shows this warning before its Xet upload fails, because its own error does not mention the workaround. With
 * `HF_HUB_DISABLE_XET=1` the client sends the same request, so this cannot be an error.
 */
function xetWarning(hub: Hub): string {
  const megabytes = Math.floor(hub.config.inlineUploadBytes / 1024 / 1024)
  return `large-files; This hub does not support Xet uploads and accepts files over ${megabytes} MB only through LFS. If the upload fails with a Xet error, set the environment variable HF_HUB_DISABLE_XET=1 and run it again.`
}
