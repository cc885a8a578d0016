import { serveJobs } from '@portolan/sandbox'
import type { MessagePort } from 'node:worker_threads'
import { editCardFields, readCardFields } from './edit-card.ts'
import { extractFacts } from './extract-facts.ts'
import { type FactsJob, type FactsResult, type ReadReply, type ReadRequest, unpackFiles } from './facts-job.ts'
import type { FactsSource } from './facts.ts'
import { jsonObjectText, parseShardIndex } from './shard-json.ts'
import { validateCard } from './validate-card.ts'

/* The thread that reads cards and configuration files, which may be made to be slow. */
serveJobs<FactsJob, FactsResult>(async (job) => {
  if (job.kind === 'validate') return validateCard(job.content, job.type)
  if (job.kind === 'readFields') return readCardFields(job.text)
  if (job.kind === 'shardIndex') return parseShardIndex(job.bytes)
  if (job.kind === 'jsonObject') return jsonObjectText(job.bytes)
  if (job.kind === 'editFields') return editCardFields(job.text, job.changes)
  try {
    return await extractFacts({ type: job.type, files: unpackFiles(job.files), read: readerThrough(job.port) })
  } finally {
    job.port.close()
  }
})

/** Files are read where the database is. */
function readerThrough(port: MessagePort): FactsSource['read'] {
  const waiting = new Map<number, PromiseWithResolvers<Buffer>>()
  let next = 0
  port.on('message', (reply: ReadReply) => {
    const promise = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('bytes' in reply) promise?.resolve(Buffer.from(reply.bytes.buffer, reply.bytes.byteOffset, reply.bytes.byteLength))
    else promise?.reject(new Error(reply.error))
  })
  return (path, range) => {
    const promise = Promise.withResolvers<Buffer>()
    const id = next++
    waiting.set(id, promise)
    port.postMessage({ id, path, range } satisfies ReadRequest)
    return promise.promise
  }
}
