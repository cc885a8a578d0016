import type { RepoType } from '@portolan/contract'
import { answerUploadPack, countClone, type Hub, uploadRequestLimits } from '@portolan/hub'
import type { Context } from 'hono'
import type { Env } from '../../env.ts'
import { accountKey, callerKey } from '../../http/caller-key.ts'
import { inTime, withGitBody } from '../../http/git-body.ts'
import { gitHeaders } from '../../http/git-headers.ts'
import type { RequestSlots, SlotLimits } from '../../http/request-slots.ts'
import { sendPieces } from '../../http/send-pieces.ts'
import { protocolVersion, requireGitRepo } from './auth.ts'

/** How long a request body may take to arrive; it is a list of ids, usually a few hundred kilobytes. Milliseconds. */
const bodyMs = 120_000
/** A pack that is being sent holds memory and a thread's attention. */
export const fetchTurnLimits: SlotLimits = { atOnce: 48, perCaller: 12, waiting: 200, timeoutMs: 30_000 }

/** `POST …/git-upload-pack`, sent by `git fetch` and `git clone` (gitprotocol-http, "Smart Service git-upload-pack"). */
export async function uploadPack(c: Context<Env>, hub: Hub, type: RepoType, turns: RequestSlots): Promise<Response> {
  // Former names work too, for clients that did not follow the redirect of info/refs.
  const { repo } = await requireGitRepo(c, hub, type, 'git-upload-pack')
  const answer = await withGitBody(c, uploadRequestLimits.maxTotalBytes, (body) =>
    answerUploadPack(hub, repo, protocolVersion(c), inTime(body, bodyMs)),
  )
  // Take the turn only now, so that a request that is slow to arrive does not hold one.
  using _turn = await turns.take(accountKey(c))
  if (answer.isClone) countClone(hub, repo, callerKey(c))
  return await sendPieces(c, gitHeaders('git-upload-pack-result'), answer.pieces, hub.log)
}
