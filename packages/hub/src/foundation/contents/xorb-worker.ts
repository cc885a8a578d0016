import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import {
  Chunker,
  chunkHeaderBytes,
  openHasher,
  readChunkHeader,
  unpackChunkInto,
  XetFormatError,
  type XetHasher,
  XorbIndex,
  XorbParser,
} from '@portolan/xet'
import { lowerThreadPriority } from '@portolan/sandbox'
import type { XorbAnswer, XorbJob, XorbReply } from './xorb-job.ts'

/*
 * The xorb thread: decompresses and hashes chunks. Several uploads and downloads share it, one piece at a time, so that a
 * slow sender does not block the others.
 */
const checks = new Map<number, XorbParser>()
const digests = new Map<number, Hash>()
const cuts = new Map<number, Chunker>()
const opening = openHasher()

lowerThreadPriority()

parentPort?.on('message', ({ id, job }: { id: number; job: XorbJob }) => {
  void opening.then((hasher) => reply(id, job, hasher))
})

function reply(id: number, job: XorbJob, hasher: XetHasher): void {
  try {
    const answer = run(job, hasher)
    const transfer = typeof answer === 'object' && 'bytes' in answer ? [answer.bytes.buffer as ArrayBuffer] : []
    parentPort?.postMessage({ id, answer } satisfies XorbReply, transfer)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    parentPort?.postMessage((error instanceof XetFormatError ? { id, malformed: message } : { id, failed: message }) satisfies XorbReply)
  }
}

function run(job: XorbJob, hasher: XetHasher): XorbAnswer {
  switch (job.kind) {
    case 'check':
      return { bytes: sessionOf(checks, job.session, () => new XorbParser(hasher)).push(job.bytes) }
    case 'checked': {
      const { hash, index, bytes } = sessionOf(checks, job.session, () => new XorbParser(hasher)).finish()
      checks.delete(job.session)
      return { hash, chunks: index.packed, size: bytes }
    }
    case 'unpack':
      return { bytes: unpack(job.bytes, job.contentBytes) }
    case 'digest': {
      const content = job.bare ? job.bytes : unpack(job.bytes, job.contentBytes)
      sessionOf(digests, job.session, () => createHash('sha256')).update(content)
      return 'done'
    }
    case 'digested': {
      const hash = sessionOf(digests, job.session, () => createHash('sha256'))
      digests.delete(job.session)
      return { sha256: hash.digest('hex') }
    }
    case 'file-hash':
      return { root: hasher.file(new XorbIndex(job.bytes).sized()) }
    case 'xorb-hash':
      return { root: hasher.xorb(new XorbIndex(job.bytes).sized()) }
    case 'cut':
      return { cut: hashed(hasher, sessionOf(cuts, job.session, () => new Chunker()).push(job.bytes)) }
    case 'cut-end': {
      const last = sessionOf(cuts, job.session, () => new Chunker()).finish()
      cuts.delete(job.session)
      return { cut: hashed(hasher, last === null ? [] : [last]) }
    }
    case 'drop':
      checks.delete(job.session)
      digests.delete(job.session)
      cuts.delete(job.session)
      return 'done'
  }
}

function sessionOf<T>(sessions: Map<number, T>, session: number, make: () => T): T {
  const known = sessions.get(session) ?? make()
  sessions.set(session, known)
  return known
}

function hashed(hasher: XetHasher, chunks: readonly Uint8Array[]): { hash: Uint8Array; length: number }[] {
  return chunks.map((chunk) => ({ hash: hasher.chunk(chunk), length: chunk.length }))
}

/** The concatenated contents of serialized chunks. */
function unpack(bytes: Uint8Array, contentBytes: number): Uint8Array {
  const content = new Uint8Array(contentBytes)
  let from = 0
  let to = 0
  while (from < bytes.length) {
    const header = readChunkHeader(bytes, from)
    const end = from + chunkHeaderBytes + header.packedBytes
    unpackChunkInto(header, bytes.subarray(from + chunkHeaderBytes, end), content.subarray(to, to + header.length))
    from = end
    to += header.length
  }
  if (to !== contentBytes) throw new XetFormatError('The length of a stored xorb does not match its index.')
  return content
}
