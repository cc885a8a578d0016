import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type RunningServer, startServer } from './run-part.ts'

/** The administrator's token. */
export const benchToken = 'hf_benchbenchbenchbenchbenchbenchbench'

/** The real server, with an administrator `bench` and the repo `bench/files`. */
export interface BenchHub extends RunningServer {
  readonly origin: string
  /** Requests an upload URL for a file. */
  uploadHref(oid: string, size: number): Promise<string>
  /** Commits an uploaded file, so that it can be downloaded at the returned URL. */
  commit(path: string, oid: string, size: number): Promise<string>
  /** Likes or unlikes the repo `bench/files`. */
  like(liked: boolean): Promise<void>
  /** Creates a model with these text files. @returns the URL of its page */
  addModel(name: string, files: Readonly<Record<string, string>>): Promise<string>
}

export async function startHub(
  core: 0 | 1 | 'any',
  dataDir: string,
  port: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchHub> {
  const origin = `http://127.0.0.1:${port}`
  const environment = [
    `PORTOLAN_PORT=${port}`,
    `PORTOLAN_DATA_DIR=${dataDir}`,
    'PORTOLAN_BOOTSTRAP_USER=bench',
    `PORTOLAN_BOOTSTRAP_TOKEN=${benchToken}`,
    'NODE_ENV=production',
    'PORTOLAN_RATE_LIMIT=0',
    ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
  ]
  const main = join(import.meta.dirname, '../../apps/server/src/main.ts')
  const server = await startServer(core, ['env', ...environment, process.execPath, main], `${origin}/api/health`)
  const headers = { Authorization: `Bearer ${benchToken}`, 'Content-Type': 'application/json' }
  const post = async (path: string, body: string): Promise<unknown> => {
    const answer = await fetch(origin + path, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  await post('/api/repos/create', JSON.stringify({ type: 'model', name: 'files' }))
  return {
    ...server,
    origin,
    async uploadHref(oid, size) {
      const body = JSON.stringify({ operation: 'upload', transfers: ['basic'], objects: [{ oid, size }] })
      const answer = (await post('/bench/files.git/info/lfs/objects/batch', body)) as {
        objects: { actions: { upload: { href: string } } }[]
      }
      return answer.objects[0]?.actions.upload.href ?? ''
    },
    async commit(path, oid, size) {
      const lines = [
        { key: 'header', value: { summary: 'bench' } },
        { key: 'lfsFile', value: { path, algo: 'sha256', oid, size } },
      ]
      await post('/api/models/bench/files/commit/main', lines.map((line) => JSON.stringify(line)).join('\n'))
      return `${origin}/bench/files/resolve/main/${path}`
    },
    async like(liked) {
      const answer = await fetch(`${origin}/api/models/bench/files/like`, { method: liked ? 'POST' : 'DELETE', headers })
      if (!answer.ok) throw new Error(`like: ${answer.status}`)
    },
    async addModel(name, files) {
      const contents = Object.entries(files).map(([path, content]) => ({ path, content }))
      await post('/api/repos/create', JSON.stringify({ type: 'model', name, files: contents }))
      return `${origin}/bench/${name}`
    },
  }
}

/** Returns the SHA-256 of what parts/upload-client.ts sends: zeros. */
export function sha256OfZeros(bytes: number): string {
  const hash = createHash('sha256')
  const block = Buffer.alloc(1024 * 1024)
  for (let left = bytes; left > 0; left -= block.length) hash.update(block.subarray(0, Math.min(left, block.length)))
  return hash.digest('hex')
}
