import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { encodePkt, type Oid } from '@portolan/git'
import { writeResult } from './measure.ts'
import { benchFolder } from './parts/bench-folder.ts'
import { deltaBomb, duplicated, type HostilePack, hostilePacks } from './parts/hostile-packs.ts'
import { benchToken, startHub } from './parts/hub-server.ts'

/*
 * What damage can a hostile git client do? Sends each case to a running server and prints the error it is rejected with, how long that takes, its
 * peak memory, and how many rows it leaves in the database, which must be none. `npm run bench -- git-hostile`.
 */
const folder = benchFolder('git-hostile')
const data = join(folder.path, 'data')
mkdirSync(data)
const hub = await startHub('any', data, 4332)
const zero = '0'.repeat(40)
const any = 'a'.repeat(40)
const flush = Buffer.from('0000')
const authorization = { Authorization: `Bearer ${benchToken}` }

interface Sent {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Iterable<Buffer>
}

const pushType = { 'Content-Type': 'application/x-git-receive-pack-request' }
function pushOf(lines: readonly (string | Buffer)[], rest: readonly Buffer[] | Iterable<Buffer> = []): Sent {
  function* body(): Generator<Buffer> {
    yield Buffer.concat([...lines.map((line) => (typeof line === 'string' ? encodePkt(line) : line)), flush])
    yield* rest
  }
  return { path: '/bench/files.git/git-receive-pack', headers: { ...authorization, ...pushType }, body: body() }
}

function packPush({ to, pack }: HostilePack, ref = 'refs/heads/x', capabilities = 'report-status'): Sent {
  return pushOf([`${zero} ${to} ${ref}\0${capabilities}\n`], Buffer.isBuffer(pack) ? [pack] : pack)
}

function fetchOf(lines: readonly string[], headers: Record<string, string> = {}, repo = 'files'): Sent {
  const body = Buffer.concat([encodePkt('command=fetch\n'), Buffer.from('0001'), ...lines.map((line) => encodePkt(`${line}\n`)), flush])
  const isPacked = headers['Content-Encoding'] === 'gzip'
  return {
    path: `/bench/${repo}.git/git-upload-pack`,
    headers: { 'Git-Protocol': 'version=2', ...headers },
    body: [isPacked ? gzipSync(body) : body],
  }
}

const many = (count: number, line: (n: number) => string) => Array.from({ length: count }, (_, n) => line(n))
const someOid = (n: number) => n.toString(16).padStart(40, 'e')
await hub.addModel('secret', { 'README.md': 'nobody else knows\n' })
await fetch(`${hub.origin}/api/models/bench/secret/settings`, {
  method: 'PUT',
  headers: { ...authorization, 'Content-Type': 'application/json' },
  body: JSON.stringify({ private: true }),
})
const secret = await headOf('secret')
const head = await headOf('files')

const small: HostilePack = { to: any as Oid, pack: Buffer.from('PACK') }
const requests: Record<string, () => Sent> = {
  'pkt-line: no length': () => pushOf([Buffer.from('zzzz')]),
  'pkt-line: a length of three': () => pushOf([Buffer.from('0003')]),
  'pkt-line: longer than allowed': () => pushOf([Buffer.from(`ffff${'x'.repeat(70_000)}`)]),
  'pkt-line: cut off': () => ({
    path: '/bench/files.git/git-receive-pack',
    headers: { ...authorization, ...pushType },
    body: [Buffer.from('00b0abc')],
  }),
  '20,000 refs in one push': () => pushOf(many(20_000, (n) => `${zero} ${head} refs/heads/b${n}${n === 0 ? '\0report-status' : ''}\n`)),
  'a ref of 60,000 characters': () => packPush(small, `refs/heads/${'n'.repeat(60_000)}`),
  'the ref refs/heads/../x': () => packPush(small, 'refs/heads/../x'),
  'the ref refs/hidden/x': () => packPush(small, 'refs/hidden/x'),
  'the ref refs/pr/7 of no pull request': () => packPush(small, 'refs/pr/7'),
  'the ref .git/config': () => packPush(small, '.git/config'),
  'the same ref twice': () => pushOf([`${zero} ${head} refs/heads/x\0report-status\n`, `${zero} ${head} refs/heads/x\n`]),
  'a line that is no command': () => pushOf(['give me everything\n']),
  'a million push options': () => ({
    ...pushOf(
      [`${zero} ${head} refs/heads/x\0report-status push-options\n`],
      [Buffer.from(many(1_000_000, (n) => encodePkt(`o${n}`).toString()).join(''))],
    ),
  }),
  'ten thousand unknown capabilities': () => packPush(small, 'refs/heads/x', `report-status ${many(5_000, (n) => `x-${n}`).join(' ')}`),
  'a signed push': () => pushOf([`push-cert\0report-status\n`]),
  'a push in sha-256': () => packPush(small, 'refs/heads/x', 'report-status object-format=sha256'),
  'a push without a token': () => ({ ...packPush(small), headers: pushType }),
  'a want of what is not there': () => fetchOf([`want ${any}`, 'done']),
  'a want of a private commit, through another repo': () => fetchOf([`want ${secret}`, 'done']),
  'a want of a private commit, without a token': () => fetchOf([`want ${secret}`, 'done'], {}, 'secret'),
  'a flood of 300,000 wants': () => fetchOf([...many(300_000, (n) => `want ${someOid(n)}`), 'done']),
  'a flood of 320,000 haves': () => fetchOf([`want ${head}`, ...many(320_000, (n) => `have ${someOid(n)}`)]),
  'a flood of shallow borders': () => fetchOf([`want ${head}`, ...many(320_000, (n) => `shallow ${someOid(n)}`), 'done']),
  'a flood of deepen-not': () => fetchOf([`want ${head}`, ...many(5_000, (n) => `deepen-not refs/heads/${n}`), 'done']),
  'a packed flood': () => fetchOf([`want ${head}`, ...many(400_000, () => `have ${any}`)], { 'Content-Encoding': 'gzip' }),
  'a filter of a thousand filters': () => fetchOf([`want ${head}`, `filter combine:${many(300, () => 'blob:none').join('+')}`, 'done']),
  'filters in filters': () => fetchOf([`want ${head}`, `filter combine:${'combine:'.repeat(400)}blob:none`, 'done']),
  'a filter that reads a file of the repo': () => fetchOf([`want ${head}`, 'filter sparse:oid=main:README.md', 'done']),
  'an unknown command': () => ({
    path: '/bench/files.git/git-upload-pack',
    headers: { 'Git-Protocol': 'version=2' },
    body: [Buffer.concat([encodePkt('command=object-info\n'), flush])],
  }),
  'a fetch of a repo that is not there': () => fetchOf([`want ${head}`, 'done'], {}, 'nothing'),
}

interface Result {
  readonly refusedWith: string
  readonly seconds: number
  readonly addedBytes: number
  readonly rows: number
}

let peak = 0
const watch = setInterval(() => (peak = Math.max(peak, hub.residentBytes())), 20)
const results: Record<string, Result> = {}
const failures: string[] = []
try {
  // Warm up first, so that additional memory is caused by the case.
  await send(packPush({ to: any as Oid, pack: Buffer.from('PACK') }))
  await send(fetchOf([`want ${head}`, 'done']))
  const cases: [string, () => Sent[]][] = [
    ...Object.entries(hostilePacks).map(([name, make]): [string, () => Sent[]] => [name, () => [packPush(make())]]),
    ...Object.entries(requests).map(([name, make]): [string, () => Sent[]] => [name, () => [make()]]),
    ['four delta bombs at once', () => many(4, () => '').map(() => packPush({ to: any as Oid, pack: deltaBomb() }))],
  ]
  console.log(`${'case'.padEnd(50)} ${'seconds'.padStart(7)} ${'MiB more'.padStart(8)} ${'rows'.padStart(4)}  refused with`)
  for (const [name, make] of cases) await run(name, make(), 0)
  // The counterpart: odd but harmless input is accepted, and stored once.
  await run('the same object three times in a pack (taken once)', [packPush(duplicated(), 'refs/heads/twice')], 3 + 1)
  const left = readdirSync(join(data, 'quarantine'))
  console.log(
    `${Object.keys(results).length} cases · left in quarantine: ${left.length} files · highest memory ${Math.round(peak / 1024 ** 2)} MiB`,
  )
  writeResult('git-hostile', { results, leftFiles: left.length, peakBytes: peak })
  if (left.length > 0) failures.push('files were left in quarantine')
  if (failures.length > 0) throw new Error(failures.join('\n'))
} finally {
  clearInterval(watch)
  await hub.stop()
  rmSync(folder.path, { recursive: true })
}

/** Runs one case. @param mayWrite number of objects and refs that it should add */
async function run(name: string, sent: readonly Sent[], mayWrite: number): Promise<void> {
  const rows = rowCount()
  const before = hub.residentBytes()
  peak = Math.max(peak, before)
  let most = before
  const own = setInterval(() => (most = Math.max(most, hub.residentBytes())), 10)
  const start = performance.now()
  const [answer] = await Promise.all(sent.map(send))
  const seconds = (performance.now() - start) / 1000
  clearInterval(own)
  most = Math.max(most, hub.residentBytes())
  const refusedWith = `${answer?.status === 200 ? '' : `${answer?.status} `}${answer?.text.trim() ?? ''}`
  const added = rowCount() - rows
  results[name] = { refusedWith, seconds, addedBytes: most - before, rows: added }
  console.log(
    `${name.padEnd(50)} ${seconds.toFixed(2).padStart(7)} ${String(Math.round((most - before) / 1024 ** 2)).padStart(8)} ${String(added).padStart(4)}  ${refusedWith.slice(0, 120)}`,
  )
  const isRefused = answer?.status !== 200 || /unpack (?!ok)|ng refs|ng \S|ERR /.test(answer.text)
  if (isRefused !== (mayWrite === 0)) failures.push(`${name}: ${refusedWith}`)
  if (added !== mayWrite) failures.push(`${name}: ${added} rows were written, and not ${mayWrite}`)
}

/** Counts everything a push could write: objects, refs, large files. */
function rowCount(): number {
  const db = new DatabaseSync(join(data, 'hub.db'), { readOnly: true })
  try {
    return ['git_object', 'git_ref', 'repo_lfs', 'lfs_object', 'lfs_upload'].reduce((sum, table) => {
      const isThere = db.prepare(`select 1 from sqlite_master where type = 'table' and name = ?`).get(table) !== undefined
      return isThere ? sum + (db.prepare(`select count(*) n from "${table}"`).get() as { n: number }).n : sum
    }, 0)
  } finally {
    db.close()
  }
}

async function headOf(repo: string): Promise<string> {
  const answer = await fetch(`${hub.origin}/api/models/bench/${repo}`, { headers: authorization })
  return ((await answer.json()) as { sha: string }).sha
}

async function send({ path, headers, body }: Sent): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const call = request(hub.origin + path, { method: 'POST', headers }, (response) => {
      let text = ''
      response.setEncoding('latin1').on('data', (piece: string) => {
        if (text.length < 4_000) text += piece
      })
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: text
            .replaceAll(/(?:^|\n)[0-9a-f]{4}/g, ' · ')
            .replace(/^ · /, '')
            .replaceAll('\n', ' '),
        }),
      )
    })
    call.on('error', reject)
    const feed = async (): Promise<void> => {
      for (const piece of body) {
        if (!call.write(piece)) await new Promise((resume) => call.once('drain', resume))
      }
      call.end()
    }
    feed().catch(reject)
  })
}
