import { setTimeout as delay } from 'node:timers/promises'
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { type S3Availability, storeUnavailable } from './s3-availability.ts'
import { isPassing, isRefusal } from './s3-errors.ts'

/** A store that sends nothing for this long may be away. Milliseconds. */
export const doubtMs = 2_000
/** Between two attempts to go on with a transfer. Milliseconds. */
const againMs = 500

type Send = (command: object, options?: { abortSignal?: AbortSignal }) => Promise<unknown>

/**
 * How a request behaves when the store is away:
 * - `lookup`: fails at once, and after the timeout in any case.
 * - `write`: fails at once.
 * - `transfer`: continues something that is under way, and waits for the store to return, up to the timeout.
 */
type Kind = 'lookup' | 'write' | 'transfer'

/**
 * Makes every request of a client end within limits: while the store is away, requests fail at once instead of each waiting for it, and those under way
 * are given up. Only what continues a transfer waits for the store to return, so that short interruptions go unnoticed.
 */
export function limitRequests(client: S3Client, availability: S3Availability, timeoutMs: number): void {
  const send = client.send.bind(client) as Send
  const limited: Send = async (command, options = {}) => {
    const kind = kindOf(command)
    let until: number | null = null
    for (;;) {
      if (availability.isAway && !(kind === 'transfer' && (await availability.returned(timeoutMs)))) throw storeUnavailable()
      try {
        return await once(command, options, kind)
      } catch (error) {
        if (isPassing(error) || isRefusal(error)) availability.doubt()
        if (kind !== 'transfer' || !isPassing(error)) throw error
        until ??= performance.now() + timeoutMs
        if (performance.now() > until) throw error
        await delay(againMs)
      }
    }
  }
  const once = async (command: object, options: { abortSignal?: AbortSignal }, kind: Kind): Promise<unknown> => {
    const end = new AbortController()
    const timers = [setTimeout(() => availability.doubt(), doubtMs)]
    if (kind === 'lookup') timers.push(setTimeout(() => end.abort(), timeoutMs))
    using _watch = availability.watch(() => {
      if (kind !== 'transfer') end.abort()
      else void availability.returned(timeoutMs).then((isBack) => isBack || end.abort())
    })
    try {
      const abortSignal = options.abortSignal === undefined ? end.signal : AbortSignal.any([end.signal, options.abortSignal])
      return await send(command, { ...options, abortSignal })
    } catch (error) {
      throw end.signal.aborted && options.abortSignal?.aborted !== true ? storeUnavailable(error) : error
    } finally {
      for (const timer of timers) clearTimeout(timer)
    }
  }
  client.send = limited as typeof client.send
}

function kindOf(command: object): Kind {
  if (command instanceof UploadPartCommand || command instanceof UploadPartCopyCommand || command instanceof CompleteMultipartUploadCommand)
    return 'transfer'
  // A read that resumes insists on the object it began with.
  if (command instanceof GetObjectCommand) return command.input.IfMatch === undefined ? 'lookup' : 'transfer'
  return command instanceof PutObjectCommand || command instanceof CopyObjectCommand ? 'write' : 'lookup'
}
