import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { interleaved, median, roundsOr, writeResult } from './measure.ts'
import { benchFolder } from './parts/bench-folder.ts'
import { sha256OfZeros, startHub } from './parts/hub-server.ts'
import { startNginx } from './parts/nginx.ts'
import { runPart } from './parts/run-part.ts'

/*
 * How fast does the hub accept a large file, hashing it and verifying the hash, compared with an nginx that only writes it? One GiB into memory
 * through a signed LFS URL. Goal: 0.45 or more.
 */
const bytes = 1024 ** 3
const rounds = roundsOr(9)
const folder = benchFolder('upload')
const data = join(folder.path, 'data')
mkdirSync(data)
const hub = await startHub('any', data, 4293)
const nginx = await startNginx('any', folder.path, 4294)
try {
  const oid = sha256OfZeros(bytes)
  const href = await hub.uploadHref(oid, bytes)
  const peer = 'http://127.0.0.1:4294/put/large.bin'
  const speed =
    (written: string, ...urls: string[]) =>
    async () => {
      const { seconds } = await runPart<{ seconds: number }>('any', 'upload-client.ts', String(bytes), ...urls)
      // Overwriting a file is not the same as writing a new one.
      rmSync(written, { force: true })
      return (urls.length * bytes) / seconds / 1e6
    }
  const stored = join(data, 'blobs', oid.slice(0, 2), oid.slice(2, 4), oid)
  const contestants = { nginx: speed(join(folder.path, 'put', 'large.bin'), peer), hub: speed(stored, href) }
  // The first writes into fresh memory measure the operating system, not the servers.
  await interleaved(contestants, 2)
  const before = [hub.cpuSeconds(), nginx.cpuSeconds()] as const
  const measured = await interleaved(contestants, rounds)
  const gigabytes = (rounds * bytes) / 1e9
  const cpu = { hub: (hub.cpuSeconds() - before[0]) / gigabytes, nginx: (nginx.cpuSeconds() - before[1]) / gigabytes }
  const medians = { hub: median(measured.hub), nginx: median(measured.nginx) }
  const ratio = medians.hub / medians.nginx
  console.log(
    `upload with sha-256: ${ratio.toFixed(2)} of nginx without (goal 0.45) · hub ${medians.hub.toFixed(0)}, nginx ${medians.nginx.toFixed(0)} MB/s · ` +
      `CPU s/GB ${cpu.hub.toFixed(2)} and ${cpu.nginx.toFixed(2)}`,
  )
  writeResult('upload', {
    unit: 'MB/s, median',
    fileBytes: bytes,
    rounds,
    inMemory: folder.inMemory,
    ratio,
    goal: 0.45,
    medians,
    cpuSecondsPerGigabyte: cpu,
    all: measured,
  })
} finally {
  await hub.stop()
  await nginx.stop()
  rmSync(folder.path, { recursive: true })
}
