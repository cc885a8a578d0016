import { type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { checkedLookup, mayReach, type Reach } from '@portolan/hub'
import { pictureType } from './picture-type.ts'

export interface Picture {
  readonly type: string
  readonly bytes: Buffer
}

export interface FetchRules {
  readonly reach: Reach
  /** Bytes. */
  readonly maxBytes: number
  /** For all of it, redirects included. Milliseconds. */
  readonly totalMs: number
}

const maxRedirects = 3
const maxSvgBytes = 1024 * 1024
const refusal = 'the address is in a network that the hub does not fetch pictures from'

/** Why there is no picture. */
export class PictureProblem extends Error {
  override readonly name = 'PictureProblem'
}

/**
 * Fetches a picture from another host. Every redirect is checked like the first address, the type is read from the bytes, and nothing about the
 * person who looks at the picture is sent.
 * @throws {PictureProblem}
 */
export async function fetchPicture(url: string, rules: FetchRules): Promise<Picture> {
  const signal = AbortSignal.timeout(rules.totalMs)
  try {
    let target = new URL(url)
    for (let i = 0; i <= maxRedirects; i++) {
      const answer = await ask(target, rules.reach, signal)
      const { statusCode = 0, headers } = answer
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        answer.destroy()
        if (!URL.canParse(headers.location, target)) throw new PictureProblem('the redirect leads nowhere')
        target = new URL(headers.location, target)
        continue
      }
      return await read(answer, rules.maxBytes)
    }
    throw new PictureProblem('there are too many redirects')
  } catch (error) {
    if (error instanceof PictureProblem) throw error
    // The system's own reasons would tell about networks that only the hub can reach.
    const isRefused = (error as Error).message === refusal
    throw new PictureProblem(signal.aborted ? 'it takes too long' : isRefused ? refusal : 'its host cannot be reached')
  }
}

function ask(target: URL, reach: Reach, signal: AbortSignal): Promise<IncomingMessage> {
  if (target.protocol !== 'http:' && target.protocol !== 'https:') throw new PictureProblem('the address is not http or https')
  const bare = target.hostname.replaceAll(/^\[|\]$/g, '')
  // Addresses are not looked up.
  if (isIP(bare) !== 0 && !mayReach(bare, reach)) throw new PictureProblem(refusal)
  // Credentials in an address are not sent.
  const { protocol, hostname, port, pathname, search } = target
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const call = (protocol === 'https:' ? httpsRequest : httpRequest)(
    {
      protocol,
      hostname: bare,
      ...(isIP(bare) === 0 && protocol === 'https:' ? { servername: hostname } : {}),
      port,
      path: `${pathname}${search}`,
      headers: { Accept: 'image/*', 'Accept-Encoding': 'identity', 'User-Agent': 'Portolan-Pictures/1' },
      agent: false,
      lookup: checkedLookup(reach, refusal),
      signal,
      maxHeaderSize: 16_384,
    },
    resolve,
  )
  call.on('error', reject)
  call.end()
  return promise
}

async function read(answer: IncomingMessage, maxBytes: number): Promise<Picture> {
  const { statusCode, headers } = answer
  try {
    if (statusCode !== 200) throw new PictureProblem(`the host answers ${statusCode}`)
    if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new PictureProblem('the host compresses it')
    if (Number(headers['content-length'] ?? 0) > maxBytes) throw new PictureProblem('it is too large')
    const pieces: Buffer[] = []
    let size = 0
    for await (const piece of answer as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > maxBytes) throw new PictureProblem('it is too large')
      pieces.push(piece)
    }
    const bytes = Buffer.concat(pieces)
    const type = pictureType(bytes)
    if (type === null) throw new PictureProblem('it is not a picture')
    if (type === 'image/svg+xml' && size > maxSvgBytes) throw new PictureProblem('it is too large')
    return { type, bytes }
  } finally {
    answer.destroy()
  }
}
