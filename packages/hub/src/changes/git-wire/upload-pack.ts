import {
  type Advertisement,
  advertiseRefs,
  advertiseV2,
  type FetchRequest,
  listRefsV2,
  PktReader,
  readCommandV2,
  readFetchV0,
} from '@portolan/git'
import type { Hub } from '../../hub.ts'
import type { WithContent } from '../../repository/access/index.ts'
import { defaultBranch } from '../../repository/revisions/index.ts'
import { advertisedRefs } from './advertised-refs.ts'
import { remembered } from './answer-cache.ts'
import { fetchInThread } from './fetch-threads.ts'

/** The server's name in the protocol. */
export const gitAgent = 'portolan/0.1'

/** Size of a fetch request, decompressed: 300,000 object ids. */
export const uploadRequestLimits = { maxTotalBytes: 16 * 1024 * 1024, maxLines: 300_000, maxLineBytes: 4_096 }

/** The refs and fetch capabilities of a repo, in one version of the protocol. */
export async function advertiseFetch(hub: Hub, repo: WithContent, version: 0 | 1 | 2): Promise<Buffer> {
  return version === 2 ? advertiseV2(gitAgent) : advertiseRefs(await advertisement(hub, repo), version)
}

export interface UploadAnswer {
  /** Chunks of the response, computed as fast as they are consumed. Aborting stops the work. */
  pieces(signal: AbortSignal): AsyncGenerator<Buffer>
  /** The client has nothing yet and fetches a branch or a tag: a download of the repo. */
  readonly isClone: boolean
}

/**
 * Parses a fetch request and prepares its response. The caller has checked access to the repo's content.
 * @throws {GitProtocolError} for a malformed request, or one over a limit
 */
export async function answerUploadPack(
  hub: Hub,
  repo: WithContent,
  version: 0 | 1 | 2,
  body: AsyncIterable<Uint8Array>,
): Promise<UploadAnswer> {
  const reader = new PktReader(body, uploadRequestLimits)
  try {
    return await answerTo(hub, repo, version, reader)
  } finally {
    await reader.close()
  }
}

async function answerTo(hub: Hub, repo: WithContent, version: 0 | 1 | 2, reader: PktReader): Promise<UploadAnswer> {
  if (version !== 2) {
    const request = await readFetchV0(reader, version)
    return request === null ? answered() : fetchFrom(hub, repo, request)
  }
  const asked = await readCommandV2(reader)
  if (asked === null) return answered()
  if (asked.command === 'fetch') return fetchFrom(hub, repo, asked.request)
  return answered(listRefsV2(await advertisement(hub, repo), asked.request))
}

async function fetchFrom(hub: Hub, repo: WithContent, request: FetchRequest): Promise<UploadAnswer> {
  const refs = await advertisedRefs(hub, repo)
  const tips = new Set(refs.map(({ oid }) => oid))
  return {
    pieces: (signal) => remembered(hub, repo, refs, request, () => fetchInThread(hub.db.location, repo, refs, request, signal)),
    isClone: request.ending === 'done' && request.haves.length === 0 && request.wants.some((oid) => tips.has(oid)),
  }
}

async function advertisement(hub: Hub, repo: WithContent): Promise<Advertisement> {
  return { refs: await advertisedRefs(hub, repo), head: `refs/heads/${defaultBranch}`, agent: gitAgent }
}

function answered(...pieces: Buffer[]): UploadAnswer {
  return {
    async *pieces() {
      yield* pieces
    },
    isClone: false,
  }
}
