import {
  deleteLargeFiles,
  type Hub,
  type LargeFile,
  listLargeFiles,
  requireRepo,
  requireUser,
  shareObjects,
  squashBranch,
} from '@portolan/hub'
import { HubError, limits } from '@portolan/contract'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { jsonBody } from '../../http/json-body.ts'
import { pathTail } from '../../http/path-tail.ts'
import { nextLink, optionalFlag, whole } from '../../http/query.ts'
import { apiRepo, repoOf } from '../../http/repo-params.ts'
import { largeFilesAnswer } from '../../wire/answers.ts'
import { describe } from '../../openapi/describe.ts'

const squashBody = z.object({ message: z.string().nullish() })
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lowercase hex')
const deletionsBody = z.object({
  deletions: z.object({ sha: z.array(sha256).max(limits.lfsBatchObjects), rewriteHistory: z.boolean().nullish() }),
})
const sharedBody = z.object({
  target: z.object({ type: z.enum(['model', 'dataset', 'space']), name: z.string() }),
  files: z.array(z.object({ sha256 })).max(limits.lfsBatchObjects),
})

/** Routes that rewrite history. */
export function historyRoutes(hub: Hub): Hono<Env> {
  return (
    new Hono<Env>()
      .post(
        `${apiRepo}/super-squash/*`,
        describe({ summary: 'Replace the history of a branch with one commit', token: 'repo.write', body: squashBody }),
        async (c) => {
          const repo = await repoOf(c, hub, 'write')
          const { message } = await jsonBody(c, squashBody)
          return c.json({ commitId: await squashBranch(hub, c.var.actor, repo, { branch: pathTail(c, 5), message: message ?? null }) })
        },
      )
      .get(
        `${apiRepo}/lfs-files`,
        describe({ summary: 'List the large files of a repo', answer: largeFilesAnswer, query: ['cursor', 'limit'] }),
        async (c) => {
          const repo = await repoOf(c, hub, 'write')
          const { files, nextCursor } = await listLargeFiles(hub, repo, {
            limit: whole(c, 'limit', { fallback: 100, min: 1, max: limits.listingPage }),
            cursor: c.req.query('cursor') ?? null,
          })
          if (nextCursor !== null) c.header('Link', nextLink(c, { cursor: nextCursor }))
          return c.json(files.map(toWire))
        },
      )
      .post(
        `${apiRepo}/lfs-files/batch`,
        describe({ summary: 'Delete large files, also from the history', token: 'repo.write', body: deletionsBody }),
        async (c) => {
          const repo = await repoOf(c, hub, 'write')
          const { sha, rewriteHistory } = (await jsonBody(c, deletionsBody)).deletions
          const deleted = await deleteLargeFiles(hub, c.var.actor, repo, { sha256s: sha, rewriteHistory: rewriteHistory ?? true })
          return c.json({ success: true, deleted })
        },
      )
      // Clients call this before they copy large files from one repo to another.
      .post(
        `${apiRepo}/lfs-files/duplicate`,
        describe({ summary: 'Copy large files from another repo', token: 'repo.write', body: sharedBody }),
        async (c) => {
          requireUser(c.var.actor)
          const source = await repoOf(c, hub, 'content')
          const { target, files } = await jsonBody(c, sharedBody)
          const to = await requireRepo(hub, c.var.actor, target.type, target.name, 'write')
          const asked = files.map((file) => file.sha256)
          const missing = await shareObjects(hub, c.var.actor, source, to, asked)
          const failed = missing.map((sha) => ({ sha256: sha, error: 'The source repository has no such large file.' }))
          return c.json({ success: failed.length === 0, failed })
        },
      )
      .delete(
        `${apiRepo}/lfs-files/:sha`,
        describe({ summary: 'Delete a large file', token: 'repo.write', query: ['rewriteHistory'] }),
        async (c) => {
          const repo = await repoOf(c, hub, 'write')
          const asked = sha256.safeParse(c.req.param('sha'))
          const rewriteHistory = optionalFlag(c, 'rewriteHistory') ?? true
          const deleted = asked.success ? await deleteLargeFiles(hub, c.var.actor, repo, { sha256s: [asked.data], rewriteHistory }) : []
          if (deleted.length === 0) throw new HubError('entry.not_found', { message: 'The repository has no such large file' })
          return c.json({ success: true, deleted })
        },
      )
  )
}

function toWire(file: LargeFile) {
  return {
    fileOid: file.sha256,
    oid: file.sha256,
    filename: file.path,
    size: file.size,
    pushedAt: file.pushedAt.toISOString(),
    ...(file.ref === null ? {} : { ref: file.ref }),
  }
}
