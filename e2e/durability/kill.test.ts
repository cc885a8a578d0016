import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { admin, bootHub, type BootedHub } from '../support/booted-hub.ts'

const rounds = 3
const writers = 50
const root = join(import.meta.dirname, '../..')

interface Acknowledged {
  readonly path: string
  readonly sha256: string
  readonly commitOid: string
}

/** Uploads one file, every other one through LFS, and commits it. Resolves only when the hub has acknowledged the commit. */
async function upload(hub: BootedHub, repo: string, i: number, round: number): Promise<Acknowledged> {
  const isLarge = i % 2 === 0
  const content = randomBytes(isLarge ? 200_000 + i : 2_000 + i)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const path = `r${round}/${i}.${isLarge ? 'bin' : 'txt'}`
  if (isLarge) {
    const batch = await hub.fetch(`/${repo}.git/info/lfs/objects/batch`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/vnd.git-lfs+json' },
      body: JSON.stringify({
        operation: 'upload',
        transfers: ['basic'],
        objects: [{ oid: sha256, size: content.length }],
        hash_algo: 'sha256',
      }),
    })
    const [object] = ((await batch.json()) as { objects: { actions?: { upload: { href: string } } }[] }).objects
    const href = object?.actions?.upload.href
    if (href === undefined) throw new Error('no place to upload to')
    const put = await fetch(href, { method: 'PUT', body: content })
    if (!put.ok) throw new Error(`upload: ${put.status}`)
  }
  const lines = [
    { key: 'header', value: { summary: `file ${i}` } },
    isLarge
      ? { key: 'lfsFile', value: { path, algo: 'sha256', oid: sha256, size: content.length } }
      : { key: 'file', value: { path, content: content.toString('base64'), encoding: 'base64' } },
  ]
  const commit = await hub.fetch(`/api/models/${repo}/commit/main`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-ndjson' },
    body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  })
  if (!commit.ok) throw new Error(`commit: ${commit.status} ${await commit.text()}`)
  return { path, sha256, commitOid: ((await commit.json()) as { commitOid: string }).commitOid }
}

async function hashOf(answer: Response): Promise<string> {
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')
}

test('kill -9 during 50 uploads and commits: what was acknowledged is there, nothing half is, and git finds no fault', async () => {
  await using hub = await bootHub()
  const repo = `${admin.name}/hammered`
  expect((await hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ name: 'hammered' }) })).status).toBe(200)
  const acknowledged: Acknowledged[] = []
  let refused = 0
  for (let round = 0; round < rounds; round++) {
    const before = acknowledged.length
    const running = Array.from({ length: writers }, async (_, i) => {
      try {
        acknowledged.push(await upload(hub, repo, i, round))
      } catch {
        refused++
      }
    })
    // Kill in the middle, when some uploads are done and most are not; at a different moment each round.
    while (acknowledged.length < before + 5 + round * 8) await new Promise((resolve) => setTimeout(resolve, 2))
    await hub.kill()
    await Promise.all(running)
    await hub.restart()
  }
  // A round in which everything or nothing was acknowledged would prove nothing.
  expect(acknowledged.length).toBeGreaterThan(rounds * 4)
  expect(refused).toBeGreaterThan(rounds * 4)

  const tree = (await (await hub.fetch(`/api/models/${repo}/tree/main?recursive=true`)).json()) as {
    type: string
    path: string
    size: number
    lfs?: { oid: string }
  }[]
  const files = tree.filter(({ type, path }) => type === 'file' && path !== '.gitattributes')
  const present = new Set(files.map(({ path }) => path))
  for (const { path, sha256 } of acknowledged) {
    expect({ path, isThere: present.has(path) }).toEqual({ path, isThere: true })
    expect(await hashOf(await hub.fetch(`/${repo}/resolve/main/${path}`))).toBe(sha256)
  }
  // Commits whose response never reached the client may exist too, but must be complete.
  for (const { path, size, lfs } of files) {
    const answer = await hub.fetch(`/${repo}/resolve/main/${path}`)
    const body = Buffer.from(await answer.arrayBuffer())
    expect({ path, size: body.length }).toEqual({ path, size })
    if (lfs) expect(createHash('sha256').update(body).digest('hex')).toBe(lfs.oid)
  }
  const { total } = { total: Number((await hub.fetch(`/api/models/${repo}/commits/main?limit=1`)).headers.get('x-total-count')) }
  expect(total).toBe(files.length + 1)
  expect((await readdir(hub.dataDir, { recursive: true })).filter((name) => /\.(tmp|part|partial)$/.test(name))).toEqual([])

  const folder = await mkdtemp(join(tmpdir(), 'portolan-fsck-'))
  try {
    const pack = execFileSync(process.execPath, [join(root, 'apps/server/src/cli/main.ts'), 'export', repo, folder], {
      encoding: 'utf8',
      env: { ...process.env, PORTOLAN_DATA_DIR: hub.dataDir },
    }).trim()
    execFileSync('git', ['index-pack', '--strict', pack], { stdio: 'pipe' })
    expect(
      execFileSync('git', ['--git-dir', folder, 'fsck', '--strict', '--full', '--no-dangling'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    ).toBe('')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  console.log(
    `${acknowledged.length} acknowledged and found, ${refused} cut off, ${total - 1 - acknowledged.length} landed unanswered, over ${rounds} kills`,
  )
})
