import { HubError, isHubError, type RepoType } from '@portolan/contract'
import { type Actor, blame, type Hub, findEntry, listRefs, readBlob, splitRevisionPath, renderingsOf } from '@portolan/hub'
import { highlightSource } from '@portolan/markdown'
import { type CommitRow, toCommitRow } from './commits-page.ts'
import type { AtRevision } from './files-page.ts'
import { loadRepo, showsContent } from './repo-view.ts'

/** Maximum bytes and lines shown with their commits. */
const maxBytes = 256 * 1024
const maxLines = 5_000

/** Consecutive lines from the same commit. */
export interface BlameStretch {
  /** `null` where the history was too long to search to the end. */
  readonly commit: CommitRow | null
  /** Its age among the commits of this file: 0 is the oldest, 4 the newest. */
  readonly age: number
  /** Number of the first line, one-based. */
  readonly start: number
  /** Lines as highlighted HTML. */
  readonly lines: readonly string[]
}

export interface BlamePage extends AtRevision {
  /** `null` for files that are not shown by line: `problem` says why. */
  readonly stretches: readonly BlameStretch[] | null
  readonly problem: 'restricted' | 'not-text' | 'too-large' | null
}

/** A file, and with each line the commit that brought it. `rest` is `revision/path` as it stands in the address, decoded. */
export async function blamePage(
  hub: Hub,
  actor: Actor,
  type: RepoType,
  fullName: string,
  rest: string,
  signal?: AbortSignal,
): Promise<BlamePage> {
  const { repo, header, movedTo } = await loadRepo(hub, actor, type, fullName)
  const { commitOid, revision, path } = await splitRevisionPath(hub, repo, rest)
  const entry = await findEntry(hub, repo, commitOid, path)
  if (!entry || entry.type === 'directory') throw new HubError('entry.not_found', { path, commitOid })
  const refs = await listRefs(hub, repo)
  const shared = {
    header,
    movedTo,
    revision,
    commitOid,
    path,
    branches: refs.branches.map(({ name }) => name),
    tags: refs.tags.map(({ name }) => name),
  }
  if (!showsContent(actor, repo)) return { ...shared, stretches: null, problem: 'restricted' }
  if (entry.lfs || entry.type !== 'file') return { ...shared, stretches: null, problem: 'not-text' }
  if (entry.size > maxBytes) return { ...shared, stretches: null, problem: 'too-large' }
  const blamed = await blame(hub, repo, commitOid, path, signal).catch((error: unknown) => {
    if (isHubError(error, 'compare.too_large')) return 'too-large' as const
    throw error
  })
  if (blamed === 'too-large') return { ...shared, stretches: null, problem: blamed }
  if (blamed === null) return { ...shared, stretches: null, problem: 'not-text' }
  if (blamed.lines.length > maxLines) return { ...shared, stretches: null, problem: 'too-large' }
  const text = (await readBlob(hub, repo, entry.oid)).toString('utf8')
  const { html } = await highlightSource(renderingsOf(hub), { text, path, cacheKey: `src:${entry.oid}:${entry.name}` })
  const lines = html.split('\n').map((line) => /^<span class="line">(.*)<\/span>$/.exec(line)?.[1] ?? '')
  const ages = agesOf([...blamed.commits.values()].map(({ date }) => date.getTime()))
  const stretches: { commit: CommitRow | null; age: number; start: number; lines: string[] }[] = []
  for (const [index, oid] of blamed.lines.entries()) {
    const last = stretches.at(-1)
    if (last && (last.commit?.id ?? null) === oid) {
      last.lines.push(lines[index] ?? '')
      continue
    }
    const commit = oid === null ? null : (blamed.commits.get(oid) ?? null)
    const age = commit ? ages(commit.date.getTime()) : 0
    stretches.push({ commit: commit && toCommitRow(commit), age, start: index + 1, lines: [lines[index] ?? ''] })
  }
  return { ...shared, stretches, problem: null }
}

/** Five equal time spans between the oldest and the newest. */
function agesOf(times: readonly number[]): (time: number) => number {
  const oldest = Math.min(...times)
  const span = Math.max(...times) - oldest
  return (time) => (span === 0 ? 4 : Math.min(4, Math.floor(((time - oldest) / span) * 5)))
}
