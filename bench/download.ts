import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { interleaved, median, roundsOr, writeResult } from './measure.ts'
import { benchFolder } from './parts/bench-folder.ts'
import { sha256OfZeros, startHub } from './parts/hub-server.ts'
import { startNginx } from './parts/nginx.ts'
import { runPart } from './parts/run-part.ts'

/*
 * How fast does the hub send a large file, compared with nginx and sendfile? One GiB, in memory, through the real server and its resolve route. The
 * servers share one core and take turns; the client has the other core. Goal: 1.0 or more.
 */
const bytes = 1024 ** 3
const rounds = roundsOr(7)
const folder = benchFolder('download')
const data = join(folder.path, 'data')
mkdirSync(data)
const hub = await startHub(0, data, 4291)
const nginx = await startNginx(0, folder.path, 4292)
try {
  const oid = sha256OfZeros(bytes)
  await runPart('any', 'upload-client.ts', String(bytes), await hub.uploadHref(oid, bytes))
  const url = await hub.commit('large.bin', oid, bytes)
  symlinkSync(join(data, 'blobs', oid.slice(0, 2), oid.slice(2, 4), oid), join(folder.path, 'www', 'large.bin'))
  const speed = (address: string, connections: number) => async () => {
    const { seconds, bytes: received } = await runPart<{ seconds: number; bytes: number }>(
      1,
      'download-client.ts',
      address,
      String(connections),
    )
    return received / seconds / 1e6
  }
  const peer = 'http://127.0.0.1:4292/large.bin'
  const result: Record<string, unknown> = { unit: 'MB/s, median', fileBytes: bytes, rounds, inMemory: folder.inMemory }
  for (const connections of [1, 8]) {
    const before = [hub.cpuSeconds(), nginx.cpuSeconds()] as const
    const measured = await interleaved({ nginx: speed(peer, connections), hub: speed(url, connections) }, rounds)
    const gigabytes = (rounds * connections * bytes) / 1e9
    const cpu = { hub: (hub.cpuSeconds() - before[0]) / gigabytes, nginx: (nginx.cpuSeconds() - before[1]) / gigabytes }
    const medians = { hub: median(measured.hub), nginx: median(measured.nginx) }
    const ratio = medians.hub / medians.nginx
    console.log(
      `download, ${connections} connection${connections === 1 ? '' : 's'}: ${ratio.toFixed(2)} of nginx with sendfile (goal 1.0) · ` +
        `hub ${medians.hub.toFixed(0)}, nginx ${medians.nginx.toFixed(0)} MB/s · CPU s/GB ${cpu.hub.toFixed(2)} and ${cpu.nginx.toFixed(2)}`,
    )
    result[`connections${connections}`] = { ratio, goal: 1, medians, cpuSecondsPerGigabyte: cpu, all: measured }
  }
  writeResult('download', result)
} finally {
  await hub.stop()
  await nginx.stop()
  rmSync(folder.path, { recursive: true })
}
