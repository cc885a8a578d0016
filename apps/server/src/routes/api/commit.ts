import { join } from 'node:path'
import { repoPath } from '@portolan/contract'
import {
  type CommitOperation,
  createCommit,
  type Hub,
  placeInlineFiles,
  requireCommitter,
  resolveRevision,
  storeInlineLarge,
  type UserActor,
  type WithContent,
} from '@portolan/hub'
import { Hono } from 'hono'
import type { Env } from '../../env.ts'
import { accountKey } from '../../http/caller-key.ts'
import { type CommitBody, type InlineFile, readCommitBody } from '../../http/ndjson/commit-body.ts'
import { CommitRoom } from '../../http/ndjson/commit-room.ts'
import { Spool } from '../../http/ndjson/spool.ts'
import { pathTail } from '../../http/path-tail.ts'
import { flag } from '../../http/query.ts'
import { apiRepo, repoOf } from '../../http/repo-params.ts'
import { withBody } from '../../http/request-body.ts'
import { commitDoneAnswer } from '../../wire/answers.ts'
import { describe } from '../../openapi/describe.ts'

/** Commits through the API: newline-delimited JSON in, one git commit or no change at all. */
export function commitRoutes(hub: Hub): Hono<Env> {
  const room = new CommitRoom()
  return new Hono<Env>().post(
    `${apiRepo}/commit/*`,
    describe({ summary: 'Commit changes to a branch', answer: commitDoneAnswer, token: 'repo.write', query: ['create_pr'] }),
    async (c) => {
      const { commitOid, pullRequest, repo } = await withBody(c, async (body) => {
        const asked = await repoOf(c, hub, 'read')
        const createPullRequest = flag(c, 'create_pr')
        const revision = pathTail(c, 5)
        const { user, repo } = await requireCommitter(hub, c.var.actor, asked, revision, { isForNewPullRequest: createPullRequest })
        const head = await resolveRevision(hub, repo, revision)
        await using spool = new Spool(join(hub.config.dataDir, 'tmp'))
        using place = room.open(accountKey(c))
        const parsed = await readCommitBody(body, {
          spool,
          place,
          inlineBytes: hub.config.inlineUploadBytes,
          storeLarge: (content) => storeInlineLarge(hub, user, repo, content),
        })
        const operations = await operationsOf(hub, user, repo, head.commitOid, parsed)
        const { summary, description, parentCommit } = parsed
        const done = await createCommit(hub, user, repo, { revision, summary, description, parentCommit, operations, createPullRequest })
        return { ...done, repo }
      })
      return c.json({
        success: true,
        commitOid,
        // Clients take the repo's address from the part before /commit/.
        commitUrl: `${c.var.origin}/${repoPath(repo)}/commit/${commitOid}`,
        // Clients take the pull request number from the end.
        pullRequestUrl: pullRequest === null ? null : `${c.var.origin}/${repoPath(repo)}/discussions/${pullRequest}`,
        hookOutput: '',
      })
    },
  )
}

async function operationsOf(
  hub: Hub,
  user: UserActor,
  repo: WithContent,
  head: Awaited<ReturnType<typeof resolveRevision>>['commitOid'],
  body: CommitBody,
): Promise<CommitOperation[]> {
  const inline = body.operations.filter((operation): operation is InlineFile => operation.kind === 'inline')
  const placed = await placeInlineFiles(hub, user, repo, head, inline)
  const byFile = new Map(inline.map((file, i) => [file, placed[i]]))
  return body.operations.map((operation): CommitOperation => {
    if (operation.kind === 'delete' || operation.kind === 'rename') return operation
    const { path, oldPath } = operation
    const moved = oldPath === undefined ? {} : { oldPath }
    if (operation.kind === 'lfs') {
      return { kind: 'lfs', path, ...moved, sha256: operation.sha256, ...(operation.size === undefined ? {} : { size: operation.size }) }
    }
    const place = byFile.get(operation)
    if (place === undefined) throw new Error(`${path} was not assigned a destination`)
    return { ...place, path, ...moved }
  })
}
