import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HubConfig } from '../../config.ts'
import { BucketProblem, openBucket } from '../../foundation/blobs/s3-bucket.ts'
import type { S3Config } from '../../foundation/blobs/s3-config.ts'
import { clockFinding, type Finding, findings } from './finding.ts'

const { ok, problem } = findings('storage')

/** How long the store may take for all of it. Milliseconds. */
const timeoutMs = 15_000

/** Writes, reads and deletes a probe where large files are stored. */
export async function checkStorage({ dataDir, s3 }: Pick<HubConfig, 'dataDir' | 's3'>): Promise<Finding[]> {
  return s3 === null ? [await checkFolder(dataDir)] : checkBucket(s3)
}

async function checkFolder(dataDir: string): Promise<Finding> {
  const blobs = join(dataDir, 'blobs')
  if (!existsSync(dataDir)) return ok('Large files will be stored in the data folder.')
  const file = join(existsSync(blobs) ? blobs : dataDir, `probe-${randomBytes(8).toString('hex')}`)
  try {
    await writeFile(file, 'probe', { mode: 0o600 })
    if ((await readFile(file, 'utf8')) !== 'probe') return problem(`${blobs} returned other bytes than were written: check the disk.`)
    await unlink(file)
    return ok(`Large files are stored in ${blobs}: a probe was written, read and deleted.`)
  } catch (error) {
    return problem(
      `A probe could not be written to ${blobs} (${(error as Error).message}): give the folder to the user of the hub (chown -R).`,
    )
  }
}

async function checkBucket(s3: S3Config): Promise<Finding[]> {
  const endpoint = s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`
  try {
    const bucket = await openBucket(s3, { signal: AbortSignal.timeout(timeoutMs) })
    bucket.client.destroy()
  } catch (error) {
    if (!(error instanceof BucketProblem)) throw error
    return [problem(error.message), ...(await checkClock(endpoint))]
  }
  return [
    ok(`Large files are stored in the bucket ${s3.bucket} at ${endpoint}: a probe was written, read and deleted.`),
    ...(await checkClock(endpoint)),
  ]
}

/** By the `Date` of any answer, which every store sends, even with an error. */
async function checkClock(endpoint: string): Promise<Finding[]> {
  const sent = Date.now()
  const answer = await fetch(endpoint, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) }).catch(() => null)
  const theirs = Date.parse(answer?.headers.get('date') ?? '')
  if (Number.isNaN(theirs)) return []
  const answered = Date.now()
  // The header has whole seconds.
  return [clockFinding('the store for large files', (sent + answered) / 2 - theirs - 500, (answered - sent) / 2 + 500)]
}
