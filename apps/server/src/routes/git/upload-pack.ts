import type { RepoType } from '@portolan/contract'
import { answerUploadPack, countClone, type Hub, uploadRequestLimits } from '@portolan/hub'
import type { Context } from 'hono'
import type { Env } from '../../env.ts'
import { callerKey } from '../../http/caller-key.ts'
import { inTime, withGitBody } from '../../http/git-body.ts'
import { gitHeaders } from '../../http/git-headers.ts'
import { sendPieces } from '../../http/send-pieces.ts'
import { protocolVersion, requireGitRepo } from './auth.ts'
import type { PackTurns } from './pack-turns.ts'

/** How long the body of a request may take: lists of ids, a few hundred kilobytes as a rule. Milliseconds. */
const bodyMs = 120_000

/** `POST …/git-upload-pack`: what `git fetch` and `git clone` ask for (gitprotocol-http, "Smart Service git-upload-pack"). */
export async function uploadPack(c: Context<Env>, hub: Hub, type: RepoType, turns: PackTurns): Promise<Response> {
  // Also under a former name: a client that has not followed the redirect of info/refs is served all the same.
  const { repo } = await requireGitRepo(c, hub, type, 'git-upload-pack')
  const answer = await withGitBody(c, uploadRequestLimits.maxTotalBytes, (body) =>
    answerUploadPack(hub, repo, protocolVersion(c), inTime(body, bodyMs)),
  )
  // Only now: a request that is long in coming holds no turn.
  using _turn = await turns.take(callerKey(c))
  if (answer.isClone) countClone(hub, repo, callerKey(c))
  return await sendPieces(c, gitHeaders('git-upload-pack-result'), answer.pieces, hub.log)
}
