import { setImmediate } from 'node:timers/promises'
import { HubError } from '@portolan/contract'
import { folderMode, objectBody, type Oid, pointerSizes, parsePointer } from '@portolan/git'
import { readObjects, readSizes, readTrees } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import { cacheKey, hubCache } from '../../hub-cache.ts'
import type { WithContent } from '../../repository/access/index.ts'
import { type CommitInfo, getCommit, getCommits, historyOf, itemAt } from '../../repository/revisions/index.ts'
import { changedFiles, packed } from './commit-diff.ts'
import { newDiffBudget, type DiffBudget } from './diff-budget.ts'
import { diffJob } from './diff-threads.ts'
import type { LineEdit } from './line-edits.ts'
import { looksBinary } from './looks-binary.ts'

/** Limits of one request; lines beyond them get no commit. */
const bounds = {
  fileBytes: 1024 * 1024,
  fileLines: 20_000,
  /** Lines of all versions combined. */
  lines: 3_000_000,
  commits: 50_000,
} as const
const batch = 50

export interface BlamedFile {
  /** The commit each line comes from; `null` where the search ended before it was found. */
  readonly lines: readonly (Oid | null)[]
  readonly commits: ReadonlyMap<Oid, CommitInfo>
}

/** Neither a commit nor what it holds ever changes. */
const answerCache = hubCache<{ readonly file: BlamedFile | null }>('blame', { max: 100, ttl: 3_600_000 })

/**
 * Which commit brought each line of a file, as `git blame` tells it: back through unchanged versions, both sides of merges, and renames.
 * @returns `null` for what has no lines to speak of: binary, large (LFS), or over the limits
 * @param signal aborted when the client has left
 * @throws {HubError} `entry.not_found`, `compare.busy`, `compare.too_large`
 */
export async function blame(hub: Hub, repo: WithContent, commitOid: Oid, path: string, signal?: AbortSignal): Promise<BlamedFile | null> {
  const answers = answerCache(hub)
  const key = cacheKey(repo.uid, commitOid, path)
  const known = answers.get(key)
  if (known) return known.file
  const file = await search(hub, repo, commitOid, path, signal)
  answers.set(key, { file })
  return file
}

/** Lines of one version that are still unresolved: their positions in that version and in the requested file. */
interface Open {
  readonly here: readonly number[]
  readonly final: readonly number[]
}

interface Walk {
  readonly hub: Hub
  readonly repo: WithContent
  /** By commit, then by path. */
  readonly open: Map<Oid, Map<string, Open>>
  readonly lines: (Oid | null)[]
  readonly budget: DiffBudget
  readonly signal: AbortSignal | undefined
  /** Nothing was compared yet. */
  isFirst: boolean
  room: number
}

async function search(
  hub: Hub,
  repo: WithContent,
  commitOid: Oid,
  path: string,
  signal: AbortSignal | undefined,
): Promise<BlamedFile | null> {
  const head = await getCommit(hub, repo, commitOid)
  const item = await itemAt(hub, repo, head.tree, path)
  if (!item || item.mode === folderMode || item.mode === '160000')
    throw new HubError('entry.not_found', { message: `${path} does not exist on this revision`, path, commitOid })
  const size = (await readSizes(hub.db.read, repo.id, [item.oid])).get(item.oid) ?? 0
  if (size > bounds.fileBytes) return null
  const object = (await readObjects(hub.db.read, repo.id, [item.oid])).get(item.oid)
  if (object?.type !== 'blob') throw new HubError('blob.not_found', { oid: item.oid })
  const content = objectBody(object)
  if (looksBinary(content) || (size <= pointerSizes.max && parsePointer(content))) return null
  const total = countLines(content)
  if (total > bounds.fileLines) return null
  const all = Array.from({ length: total }, (_, i) => i)
  const walk: Walk = {
    hub,
    repo,
    open: new Map([[commitOid, new Map([[path, { here: all, final: all }]])]]),
    lines: all.map(() => null),
    budget: newDiffBudget(10_000_000),
    signal,
    isFirst: true,
    room: bounds.lines,
  }
  const order = (await historyOf(hub, repo, commitOid)).slice(0, bounds.commits)
  for (let at = 0; at < order.length && walk.open.size > 0 && walk.room > 0; at += batch) {
    const infos = await getCommits(hub, repo, order.slice(at, at + batch + 1))
    await readTrees(hub, repo, [...new Set([...infos.values()].map(({ tree }) => tree))])
    for (const oid of order.slice(at, at + batch)) {
      const commit = infos.get(oid)
      const files = walk.open.get(oid)
      if (!commit || !files || walk.room <= 0) continue
      walk.open.delete(oid)
      for (const [at2, open] of files) await settle(walk, commit, at2, open)
    }
    await setImmediate()
    signal?.throwIfAborted()
  }
  const named = [...new Set(walk.lines)].filter((oid) => oid !== null)
  return { lines: walk.lines, commits: await getCommits(hub, repo, named) }
}

/** Passes the lines the parents already had on to them; the rest belong to this commit. */
async function settle(walk: Walk, commit: CommitInfo, path: string, open: Open): Promise<void> {
  const { hub, repo } = walk
  const here = await itemAt(hub, repo, commit.tree, path)
  if (!here) return
  const parents = await getCommits(hub, repo, commit.parents)
  const origins: { oid: Oid; path: string; blob: Oid }[] = []
  for (const oid of commit.parents) {
    const parent = parents.get(oid)
    if (!parent) continue
    const before = await itemAt(hub, repo, parent.tree, path)
    if (before?.oid === here.oid) {
      passOn(walk, oid, path, open)
      return
    }
    if (before && before.mode !== folderMode && before.mode !== '160000') origins.push({ oid, path, blob: before.oid })
    else {
      const renamed = (await changedFiles(hub, repo, oid, commit.oid, walk.signal)).find(
        (file) => file.path === path && file.status === 'renamed',
      )
      if (renamed?.oldPath && renamed.oldOid) origins.push({ oid, path: renamed.oldPath, blob: renamed.oldOid })
    }
  }
  const whole = origins.find(({ blob }) => blob === here.oid)
  if (whole) {
    passOn(walk, whole.oid, whole.path, open)
    return
  }
  let left = open
  const objects = origins.length > 0 ? await readObjects(hub.db.read, repo.id, [here.oid, ...origins.map(({ blob }) => blob)]) : new Map()
  for (const origin of origins) {
    const before = packed(objects.get(origin.blob), origin.blob)
    if (before.size > bounds.fileBytes * 4) continue
    const after = packed(objects.get(here.oid), here.oid)
    const job = { before, after, steps: walk.budget.steps }
    const compared = await diffJob(repo, 'edits', job, { signal: walk.signal, isPatient: !walk.isFirst })
    walk.isFirst = false
    walk.budget.steps = compared.steps
    if (compared.edits === null) continue
    walk.room -= compared.oldTotal + compared.newTotal
    const [theirs, ours] = divided(left, compared.edits)
    if (theirs.here.length > 0) passOn(walk, origin.oid, origin.path, theirs)
    left = ours
    if (left.here.length === 0) return
  }
  for (const final of left.final) walk.lines[final] = commit.oid
}

/** Up to one more than the bound. */
function countLines(content: Buffer): number {
  let count = 0
  for (let at = 0; at < content.length && count <= bounds.fileLines; count++) {
    const feed = content.indexOf(10, at)
    at = feed < 0 ? content.length : feed + 1
  }
  return count
}

/** The open lines that an older version has as well, at their places in it; and the others. */
function divided(open: Open, edits: readonly LineEdit[]): [Open, Open] {
  const theirs = { here: [] as number[], final: [] as number[] }
  const ours = { here: [] as number[], final: [] as number[] }
  let next = 0
  let shift = 0
  for (const [index, line] of open.here.entries()) {
    const final = open.final[index] as number
    for (let edit = edits[next]; edit && edit.newEnd <= line; edit = edits[++next]) shift = edit.oldEnd - edit.newEnd
    const edit = edits[next]
    if (edit && edit.newStart <= line) {
      ours.here.push(line)
      ours.final.push(final)
    } else {
      theirs.here.push(line + shift)
      theirs.final.push(final)
    }
  }
  return [theirs, ours]
}

/** Adds lines that a commit is responsible for. They come from several children where histories fork and join. */
function passOn(walk: Walk, oid: Oid, path: string, open: Open): void {
  const files = walk.open.get(oid) ?? new Map<string, Open>()
  walk.open.set(oid, files)
  const known = files.get(path)
  if (!known) {
    files.set(path, open)
    return
  }
  const both = [
    ...known.here.map((here, i) => [here, known.final[i] as number] as const),
    ...open.here.map((here, i) => [here, open.final[i] as number] as const),
  ]
  both.sort((a, b) => a[0] - b[0])
  files.set(path, { here: both.map(([here]) => here), final: both.map(([, final]) => final) })
}
