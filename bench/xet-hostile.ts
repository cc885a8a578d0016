import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeXorb } from '@portolan/xet'
import { lz4Frame } from '@portolan/xet/testing'
import { writeResult } from './measure.ts'
import { benchFolder } from './parts/bench-folder.ts'
import { benchToken, startHub } from './parts/hub-server.ts'

/*
 * How much memory can hostile writers consume? Slow senders of xorbs, packed bombs, and endless shards, all at once. Measures the hub's memory before
 * and during the attack, and checks that nothing is stored.
 */
const slow = 200
const bombs = 200
const shards = 40
const mebibyte = 1024 * 1024
const folder = benchFolder('xet-hostile')
const data = join(folder.path, 'data')
mkdirSync(data)
const hub = await startHub('any', data, 4298)
const stop = new AbortController()
let peak = 0
const watch = setInterval(() => (peak = Math.max(peak, hub.residentBytes())), 50)
try {
  const answer = await fetch(`${hub.origin}/api/models/bench/files/xet-write-token/main`, {
    headers: { Authorization: `Bearer ${benchToken}` },
  })
  const { accessToken, casUrl } = (await answer.json()) as { accessToken: string; casUrl: string }
  const headers = { Authorization: `Bearer ${accessToken}` }
  const post = (path: string, body: RequestInit['body']) =>
    fetch(casUrl + path, { method: 'POST', headers, body: body ?? null, duplex: 'half', signal: stop.signal } as RequestInit)
  // One honest upload first: starts the threads and loads the code before the baseline is measured.
  await post(`/v1/xorbs/default/${'0'.repeat(64)}`, writeXorb([new Uint8Array(mebibyte / 8)]) as BodyInit)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const before = hub.residentBytes()
  peak = before
  const half = writeXorb(Array.from({ length: 8 }, () => new Uint8Array(131_072))).subarray(0, mebibyte - 5)
  /** Sends these bytes and then stalls. */
  const stalls = (bytes: Uint8Array, times: number) => {
    let sent = 0
    return new ReadableStream({
      pull(controller) {
        if (sent++ < times) controller.enqueue(bytes)
        else return new Promise(() => {})
      },
    })
  }
  const statuses = new Map<string, number>()
  const note = (name: string, work: Promise<Response>) =>
    work.then(
      ({ status }) => void statuses.set(`${name} ${status}`, (statuses.get(`${name} ${status}`) ?? 0) + 1),
      () => void statuses.set(`${name} unanswered`, (statuses.get(`${name} unanswered`) ?? 0) + 1),
    )
  const frame = lz4Frame(new Uint8Array(8 * mebibyte))
  const bomb = writeXorb(Array.from({ length: 100 }, () => ({ scheme: 1 as const, length: 131_072, packed: frame })))
  const stalled = [
    ...Array.from({ length: slow }, (_, i) =>
      note('slow xorb', post(`/v1/xorbs/default/${i.toString(16).padStart(64, '0')}`, stalls(half, 1))),
    ),
    ...Array.from({ length: shards }, () => note('endless shard', post('/v1/shards', stalls(new Uint8Array(mebibyte), 60)))),
  ]
  const thrown = Array.from({ length: bombs }, (_, i) =>
    note('bomb', post(`/v1/xorbs/default/${i.toString(16).padStart(64, 'b')}`, bomb as BodyInit)),
  )
  await Promise.race([Promise.all(thrown), new Promise((resolve) => setTimeout(resolve, 60_000))])
  stop.abort()
  await Promise.all([...stalled, ...thrown])
  // Partial uploads are removed as their connections end.
  let stored = storedFiles()
  for (let i = 0; i < 100 && stored > 0; i++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    stored = storedFiles()
  }
  const alive = (await fetch(`${hub.origin}/api/health`)).status
  const answers = Object.fromEntries([...statuses].toSorted(([a], [b]) => a.localeCompare(b)))
  console.log(
    `${slow} slow xorbs, ${shards} endless descriptions of 60 MiB, ${bombs} packs of bombs (each 800 MiB unpacked): ` +
      `${((peak - before) / mebibyte).toFixed(0)} MiB more than the ${(before / mebibyte).toFixed(0)} before · ${stored} files stored · health ${alive}`,
  )
  console.log(JSON.stringify(answers))
  writeResult('xet-hostile', { before, peak, stored, answers })
} finally {
  clearInterval(watch)
  stop.abort()
  await hub.stop()
  rmSync(folder.path, { recursive: true })
}

function storedFiles(): number {
  return readdirSync(join(data, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
}
