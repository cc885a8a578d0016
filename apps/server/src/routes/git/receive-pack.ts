import { HubError, type RepoType } from '@portolan/contract'
import {
  bands,
  encodeBand,
  encodePkt,
  encodePushReport,
  flushPkt,
  PktReader,
  pushCapabilities,
  type PushReport,
  type PushRequest,
  readPushRequest,
} from '@portolan/git'
import { type Hub, listPushRefs, pushLimits, receivePush, type WithContent } from '@portolan/hub'
import type { Context } from 'hono'
import type { Env } from '../../env.ts'
import { accountKey } from '../../http/caller-key.ts'
import { withMinimumRate, withGitBody } from '../../http/git-body.ts'
import { gitHeaders } from '../../http/git-headers.ts'
import type { RequestSlots, SlotLimits } from '../../http/request-slots.ts'
import { protocolVersion, requireGitRepo } from './auth.ts'
import { clientLeft, PushResponse } from './push-response.ts'

/** Size limit of the commands, in bytes; the pack has its own limit. */
const commandBytes = 16 * 1024 * 1024
/** A push slower than this is aborted, since it holds a turn. */
const pushPace = { bytes: 64 * 1024, milliseconds: 120_000 }
/** A push holds some memory and a temporary file for its whole duration. */
export const pushTurnLimits: SlotLimits = { atOnce: 16, perCaller: 4, waiting: 200, timeoutMs: 60_000 }
const agent = 'agent=portolan'

/**
 * Advertises the repo's refs and the push capabilities (gitprotocol-pack, "Reference Discovery"). Version 2 does not define push: a client that
 * requests it gets version 0.
 */
export async function advertisePush(c: Context<Env>, hub: Hub, repo: WithContent): Promise<Buffer> {
  const refs = await listPushRefs(hub, repo)
  const capabilities = [...pushCapabilities, agent].join(' ')
  const lines = refs.map(({ name, oid }, index) => `${oid} ${name}${index === 0 ? `\0${capabilities}` : ''}\n`)
  if (lines.length === 0) lines.push(`${'0'.repeat(40)} capabilities^{}\0${capabilities}\n`)
  return Buffer.concat([...(protocolVersion(c) === 1 ? [encodePkt('version 1\n')] : []), ...lines.map(encodePkt), flushPkt])
}

/** `POST …/git-receive-pack`, sent by `git push`. The response starts once the whole body is read, since clients do not read it earlier. */
export async function receivePack(c: Context<Env>, hub: Hub, type: RepoType, turns: RequestSlots): Promise<Response> {
  const { repo } = await requireGitRepo(c, hub, type, 'git-receive-pack')
  if (c.req.header('content-type') !== 'application/x-git-receive-pack-request')
    throw new HubError('body.invalid', { message: 'The content type of a push must be application/x-git-receive-pack-request' })
  const turn = await turns.take(accountKey(c))
  const read = Promise.withResolvers<PushResponse>()
  const done = withGitBody(c, commandBytes + pushLimits.packBytes, (body) =>
    take(c, hub, repo, withMinimumRate(body, pushPace), read.resolve),
  )
    .catch((error: unknown) => {
      throw cutOff(error)
    })
    .finally(() => turn[Symbol.dispose]())
  // Any error before the body is fully read gets its own response.
  const answer = await Promise.race([read.promise, done.then((ended) => ended)])
  done.then(
    () => {},
    (error: unknown) => answer?.fail(error),
  )
  return answer === null
    ? c.body(null, 200, gitHeaders('git-receive-pack-result'))
    : c.body(answer.stream(), 200, gitHeaders('git-receive-pack-result'))
}

/** @returns `null` for a request that only probes authentication, which git sends before a large push */
async function take(
  c: Context<Env>,
  hub: Hub,
  repo: WithContent,
  body: AsyncIterable<Uint8Array>,
  whenRead: (answer: PushResponse) => void,
): Promise<PushResponse | null> {
  const reader = new PktReader(body, { maxTotalBytes: commandBytes })
  const request = await readPushRequest(reader)
  if (request.commands.length === 0) return null
  const answer = new PushResponse(hub, c.var.requestId, request.capabilities.has('side-band-64k'), request.capabilities.has('quiet'))
  const pack = async function* (): AsyncGenerator<Buffer> {
    yield* reader.rest()
    whenRead(answer)
  }
  for (const option of request.options) answer.report(`push option ${JSON.stringify(option.slice(0, 100))} is not supported and is ignored`)
  const report = await receivePush(hub, c.var.actor, repo, {
    commands: request.commands,
    isAtomic: request.capabilities.has('atomic'),
    isShallow: request.isShallow,
    pack: { [Symbol.asyncIterator]: pack },
    signal: AbortSignal.any([answer.left, c.req.raw.signal]),
    report: (line) => answer.report(line),
    onProgress: (progress) => answer.progress(progress),
  })
  answer.finish(encode(request, report, answer.sideBand))
  return answer
}

function cutOff(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' ? clientLeft(error) : error
}

function encode({ capabilities }: PushRequest, report: PushReport, sideBand: boolean): Buffer {
  const wanted = capabilities.has('report-status') || capabilities.has('report-status-v2')
  const status = wanted ? encodePushReport(report) : Buffer.alloc(0)
  return sideBand ? Buffer.concat([...encodeBand(bands.pack, status, 'side-band-64k'), flushPkt]) : status
}
