import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TestS3 {
  /** `http://<access key>:<secret key>@127.0.0.1:<port>`. */
  readonly url: string
  /** The folder that contains its buckets as folders. */
  readonly folder: string
  /** Pauses its process without ending it, resumes it, or ends it at once. */
  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void
  /** Starts it again after it was ended, on the same port and with the same contents. */
  restart(): Promise<void>
  stop(): void
}

const accessKey = 'portolan-test'
const secretKey = 'not-a-secret-at-all'

/**
 * Starts an S3 server on an empty folder and a free port of the loopback interface.
 * @param bin folder with `versitygw` (scripts/test/s3-server.sh)
 */
export async function startS3(bin: string): Promise<TestS3> {
  const home = mkdtempSync(join(tmpdir(), 'portolan-s3-'))
  const folder = join(home, 'buckets')
  const sidecar = join(home, 'meta')
  for (const path of [folder, sidecar]) mkdirSync(path)
  const port = await freePort()
  const log = openSync(join(home, 'log'), 'w')
  const words = ['--port', `127.0.0.1:${port}`, '--keep-alive', '--quiet', '--health', '/health', 'posix', '--sidecar', sidecar, folder]
  const start = () =>
    spawn(join(bin, 'versitygw'), words, {
      // With a clean environment: variables of the AWS tools would change its behavior.
      env: { ROOT_ACCESS_KEY: accessKey, ROOT_SECRET_KEY: secretKey },
      stdio: ['ignore', log, log],
    })
  let server = start()
  const stop = () => {
    server.kill('SIGKILL')
    rmSync(home, { recursive: true, force: true })
  }
  const address = `127.0.0.1:${port}`
  const untilItAnswers = async () => {
    for (let attempt = 0; !(await answers(`http://${address}/health`)); attempt++) {
      if (attempt === 100 || server.exitCode !== null)
        throw new Error(`The S3 server does not start: ${readFileSync(join(home, 'log'), 'utf8')}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  await untilItAnswers().catch((error: unknown) => {
    stop()
    throw error
  })
  return {
    url: `http://${accessKey}:${secretKey}@${address}`,
    folder,
    signal: (name) => void server.kill(name),
    async restart() {
      server = start()
      await untilItAnswers()
    },
    stop,
  }
}

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  )
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
