import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startProxy } from '../e2e/support/proxy.ts'
import { writeResult } from './measure.ts'
import { benchToken, startHub } from './parts/hub-server.ts'

/*
 * Uploads a sparse file of 3 GiB through git-lfs and downloads it again, which exceeds the 31-bit and 32-bit limits. The download breaks after 2.5
 * GiB and resumes from there. Prints the hub's memory along the way. Needs 15 GB of disk; not part of `npm test`.
 */
const bytes = Number(process.argv.find((word) => word.startsWith('--bytes='))?.slice('--bytes='.length) ?? 3 * 1024 ** 3)
const folder = mkdtempSync(join(tmpdir(), 'portolan-bench-lfs-'))
const data = join(folder, 'data')
mkdirSync(data)
const environment = { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_NOSYSTEM: '1', HOME: folder, GIT_CONFIG_COUNT: '0' }

const hub = await startHub('any', data, 4331)
let cut = 0
const proxy = await startProxy({
  target: hub.origin,
  breakAfter: ({ method, url = '' }) =>
    method === 'GET' && url.startsWith('/lfs/download/') && cut++ === 0 ? Math.floor(bytes * 0.83) : null,
})
let peak = 0
const watch = setInterval(() => (peak = Math.max(peak, hub.residentBytes())), 200)
try {
  const before = hub.residentBytes()
  await hub.addModel('large', {})
  const url = `http://bench:${benchToken}@127.0.0.1:${proxy.port}/bench/large.git`
  const one = join(folder, 'one')
  execFileSync('git', ['init', '-q', '-b', 'main', one], { env: environment })
  const git =
    (cwd: string) =>
    async (...args: string[]): Promise<number> => {
      const start = performance.now()
      const child = spawn('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org', ...args], {
        cwd,
        env: environment,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      const [status] = (await once(child, 'close')) as [number]
      if (status !== 0) throw new Error(`git ${args[0]} → ${status}`)
      return (performance.now() - start) / 1000
    }
  const first = git(one)
  await first('lfs', 'install', '--local')
  await first('lfs', 'track', '*.bin')
  writeFileSync(join(one, 'large.bin'), 'begin')
  truncateSync(join(one, 'large.bin'), bytes)
  const added = await first('add', '-A')
  await first('commit', '-qm', 'large')
  const pushed = await first('push', '-q', '--force', url, 'main')
  const two = join(folder, 'two')
  execFileSync('git', ['init', '-q', '-b', 'main', two], { env: environment })
  const second = git(two)
  await second('lfs', 'install', '--local', '--skip-smudge')
  await second('remote', 'add', 'origin', url)
  await second('pull', '-q', 'origin', 'main')
  const pulled = await second('lfs', 'pull')
  const [sent, received] = await Promise.all([hashOf(join(one, 'large.bin')), hashOf(join(two, 'large.bin'))])
  if (sent !== received) throw new Error('what came back is not what was sent')
  const ranges = proxy.calls.flatMap(({ url: path, range, broken }) =>
    path.startsWith('/lfs/download/') ? [`${range ?? 'whole'}${broken ? ', broken' : ''}`] : [],
  )
  if (bytes > 1e9 && !/^bytes=\d{10}-/.test(ranges[1] ?? '')) throw new Error(`the download began anew: ${ranges.join(' · ')}`)
  const mib = (value: number) => `${Math.round(value / 1024 ** 2)} MiB`
  console.log(
    `${mib(bytes)} through git-lfs: add ${added.toFixed(1)} s, push ${pushed.toFixed(1)} s, pull ${pulled.toFixed(1)} s with a break (${ranges.join(' · ')}); ` +
      `same bytes; the hub's memory ${mib(before)} before, ${mib(peak)} at most`,
  )
  writeResult('lfs-large', { bytes, seconds: { added, pushed, pulled }, ranges, residentBytes: { before, peak } })
} finally {
  clearInterval(watch)
  await proxy[Symbol.asyncDispose]()
  await hub.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(piece as Buffer)
  return hash.digest('hex')
}
