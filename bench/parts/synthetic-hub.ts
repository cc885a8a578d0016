import { existsSync, mkdirSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openHub, silentLogger } from '@portolan/hub'
import { testHubConfig } from '@portolan/hub/testing'
import { ownerCount, ownerName, syntheticRepos } from './synthetic-repos.ts'

/** A generous estimate: two million repos took 2.3 GB, and loading temporarily needs some more. */
const bytesPerRepo = 2_500

/**
 * Returns the data folder of a hub with this many synthetic repos; created on the first call, and kept. Only listings work in it: no repo has files.
 * @throws when the disk has too little space
 */
export async function syntheticHub(count: number): Promise<string> {
  const root = process.env['PORTOLAN_BENCH_DIR'] ?? '/var/tmp/portolan-bench'
  mkdirSync(root, { recursive: true })
  const folder = join(root, `listing-v1-${count}`)
  if (existsSync(folder)) return folder
  const { bavail, bsize } = statfsSync(root)
  const needed = count * bytesPerRepo
  if (bavail * bsize < needed) throw new Error(`${root} needs ${Math.ceil(needed / 1e9)} GB free; set PORTOLAN_BENCH_DIR to another folder`)
  const unfinished = `${folder}.tmp`
  rmSync(unfinished, { recursive: true, force: true })
  console.log(`Making a hub of ${count.toLocaleString('en')} repos in ${folder} (once; minutes for millions)`)
  const started = performance.now()
  const hub = await openHub(testHubConfig(unfinished), silentLogger)
  await hub.close()
  load(join(unfinished, 'hub.db'), count)
  renameSync(unfinished, folder)
  console.log(`Made in ${Math.round((performance.now() - started) / 1000)} s`)
  return folder
}

/** Writes directly to the tables; indexes and triggers are restored after the rows are inserted. */
function load(file: string, count: number): void {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA foreign_keys=OFF; PRAGMA cache_size=-262144; PRAGMA temp_store=MEMORY')
  const later = db
    .prepare(
      `select type, name, sql from sqlite_master where sql is not null and (type = 'trigger' or type = 'index') and tbl_name in ('repo', 'repo_tag', 'tag', 'account')`,
    )
    .all() as { type: string; name: string; sql: string }[]
  for (const { type, name } of later) db.exec(`drop ${type} ${name}`)
  db.exec('begin')
  loadAccounts(db, ownerCount(count))
  const pairs = loadRepos(db, count)
  loadPairs(db, pairs)
  db.exec('commit')
  for (const { sql } of later) db.exec(sql)
  db.exec('PRAGMA journal_mode=WAL; ANALYZE')
  db.close()
}

function loadAccounts(db: DatabaseSync, count: number): void {
  const insert = db.prepare(`insert into account(id, uid, kind, name, fullname, created) values (?, ?, 'user', ?, ?, 0)`)
  for (let i = 0; i < count; i++) insert.run(i + 1, uid(i), ownerName(i), ownerName(i))
}

interface Pairs {
  readonly tagIds: Uint32Array
  readonly repoIds: Uint32Array
  readonly n: number
  readonly perTag: readonly number[]
}

function loadRepos(db: DatabaseSync, count: number): Pairs {
  const insertRepo =
    db.prepare(`insert into repo(id, uid, kind, owner_id, owner, name, vis, downloads, downloads_all, likes, trending, created, updated,
    params, tags, name_indexed) values (?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`)
  const insertName = db.prepare('insert into name_tri(rowid, t) values (?, ?)')
  const insertTag = db.prepare('insert into tag(id, kind, ns, value, n) values (?, 0, ?, ?, 0)')
  const setCount = db.prepare('update tag set n = ? where id = ?')
  const ids = new Map<string, number>()
  const publicPerTag: number[] = [0]
  const perTag: number[] = [0]
  const tagIds = new Uint32Array(count * 17)
  const repoIds = new Uint32Array(count * 17)
  let n = 0
  for (const repo of syntheticRepos(count)) {
    const owner = ownerName(repo.owner)
    const { downloads } = repo
    const tags = JSON.stringify(repo.tags.map(({ value }) => value))
    insertRepo.run(
      repo.id,
      uid(repo.id),
      repo.owner + 1,
      owner,
      repo.name,
      repo.isPrivate ? 1 : 0,
      downloads,
      downloads * 12,
      repo.likes,
      repo.trending,
      repo.created,
      repo.updated,
      repo.params,
      tags,
    )
    insertName.run(repo.id, `${owner}/${repo.name}`)
    for (const { ns, value } of repo.tags) {
      let id = ids.get(value)
      if (id === undefined) {
        id = ids.size + 1
        ids.set(value, id)
        publicPerTag[id] = 0
        perTag[id] = 0
        insertTag.run(id, ns, value)
      }
      tagIds[n] = id
      repoIds[n++] = repo.id
      perTag[id] = (perTag[id] ?? 0) + 1
      if (!repo.isPrivate) publicPerTag[id] = (publicPerTag[id] ?? 0) + 1
    }
  }
  for (let id = 1; id < publicPerTag.length; id++) setCount.run(publicPerTag[id] ?? 0, id)
  return { tagIds, repoIds, n, perTag }
}

/** In primary key order: otherwise every insert would touch another page. */
function loadPairs(db: DatabaseSync, { tagIds, repoIds, n, perTag }: Pairs): void {
  const next = new Uint32Array(perTag.length + 1)
  for (let tag = 1; tag <= perTag.length; tag++) next[tag] = (next[tag - 1] ?? 0) + (perTag[tag - 1] ?? 0)
  const sorted = new Uint32Array(n)
  const tagOf = new Uint32Array(n)
  for (let i = 0; i < n; i++) {
    const tag = tagIds[i] as number
    const at = next[tag] as number
    next[tag] = at + 1
    sorted[at] = repoIds[i] as number
    tagOf[at] = tag
  }
  const insert = db.prepare('insert into repo_tag(tag_id, repo_id) values (?, ?)')
  for (let i = 0; i < n; i++) insert.run(tagOf[i] as number, sorted[i] as number)
}

function uid(i: number): string {
  return i.toString(16).padStart(24, '0')
}
