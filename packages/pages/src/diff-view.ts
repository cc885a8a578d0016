import { setImmediate } from 'node:timers/promises'
import { objectBody, type Oid, parsePointer, pointerSizes, type TreeMode } from '@portolan/git'
import { isHubError } from '@portolan/contract'
import { highlightSource } from '@portolan/markdown'
import {
  type ChangedFile,
  changedFiles,
  type Content,
  contentsOf,
  type DiffBudget,
  type DiffHunk,
  diffJob,
  diffLineText,
  type MarkedRange,
  newDiffBudget,
  sortOf,
  type TextComparison,
  readSizes,
  type Hub,
  type Readable,
  renderingsOf,
  type WithContent,
} from '@portolan/hub'

/** Limits of a comparison on one page; the rest can be loaded file by file. */
const shown = {
  /** Files listed. */
  files: 300,
  /** Bytes read and compared; files beyond that have no counts. */
  bytes: 8 * 1024 * 1024,
  /** Bytes of one side of a file. */
  fileBytes: 1024 * 1024,
  /** Lines of hunks, per file and in total; the last applies to a file loaded individually. */
  fileLines: 600,
  lines: 4_000,
  soleLines: 20_000,
  /** Highlighted files, and how large either side may be. */
  colored: 12,
  coloredBytes: 64 * 1024,
  /** Pairs of lines compared for intraline changes. */
  marked: 1_500,
} as const
/** Characters of a line; longer ones are truncated, because nobody reads them here. */
const maxLineLength = 2_000

export interface DiffLineView {
  readonly kind: 'same' | 'added' | 'removed'
  readonly old: number | null
  readonly new: number | null
  /** The line as highlighted HTML, if available; otherwise use `text`. */
  readonly html: string | null
  readonly text: string
  readonly marks: readonly MarkedRange[]
  /** The line has no line feed at the end. */
  readonly endsWithout: boolean
}

export interface DiffHunkView {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  readonly heading: string
  readonly lines: readonly DiffLineView[]
}

interface LargeFile {
  readonly size: number
  readonly sha256: string | null
}

export interface DiffFileView {
  readonly status: ChangedFile['status']
  readonly path: string
  readonly oldPath: string | null
  readonly similarity: number | null
  /** Both are set when the file became executable, or no longer is. */
  readonly modes: { readonly before: TreeMode; readonly after: TreeMode } | null
  /** Number of lines; `null` where they were not counted. */
  readonly added: number | null
  readonly removed: number | null
  readonly body:
    | { readonly kind: 'hunks'; readonly hunks: readonly DiffHunkView[] }
    /** A large file (LFS) on either side: its size and hash are compared. */
    | { readonly kind: 'large'; readonly before: LargeFile | null; readonly after: LargeFile | null }
    | { readonly kind: 'binary'; readonly oldSize: number | null; readonly newSize: number | null }
    | { readonly kind: 'submodule'; readonly before: string | null; readonly after: string | null }
    /** Not shown here: `long` and `later` can be loaded individually, `too-large` not at all. */
    | { readonly kind: 'collapsed'; readonly reason: 'long' | 'later' | 'too-large' }
    /** The content is the same: moved, with a different mode, or empty. */
    | { readonly kind: 'same' }
    | { readonly kind: 'restricted' }
}

export interface DiffView {
  readonly files: readonly DiffFileView[]
  /** Total files that differ. */
  readonly total: number
  /** Total lines in the files that were counted. */
  readonly added: number
  readonly removed: number
  /** Some files were not counted: the totals are lower bounds. */
  readonly uncounted: boolean
  /** The one file that was requested. */
  readonly only: string | null
  readonly base: string | null
  readonly head: string
}

/**
 * What differs between two commits, as pages show it. Bounded in files, bytes, lines and work, whatever was pushed.
 * @param input.content the repo, for those who may have its files; without it only paths are told
 * @param input.only a path: that file alone, and more of it
 * @param input.signal aborted when the client has left
 * @throws {HubError} `compare.busy`
 */
export async function diffView(
  hub: Hub,
  repo: Readable,
  input: { base: Oid | null; head: Oid; content: WithContent | null; only?: string | null; signal?: AbortSignal | undefined },
): Promise<DiffView> {
  const { base, head, only = null, signal } = input
  const all = await changedFiles(hub, repo, base, head, signal)
  const wanted = only === null ? all.slice(0, shown.files) : all.filter(({ path }) => path === only)
  const room: Room = {
    bytes: shown.bytes,
    lines: only === null ? shown.lines : shown.soleLines,
    fileLines: only === null ? shown.fileLines : shown.soleLines,
    colored: shown.colored,
    marked: shown.marked,
    budget: newDiffBudget(),
    signal,
    isPatient: false,
  }
  const files: DiffFileView[] = []
  for (const file of wanted) {
    files.push(input.content ? await fileView(hub, input.content, file, room) : { ...headOf(file), body: { kind: 'restricted' } })
    // A long comparison yields to other work.
    await setImmediate()
  }
  return {
    files,
    total: all.length,
    added: files.reduce((sum, { added }) => sum + (added ?? 0), 0),
    removed: files.reduce((sum, { removed }) => sum + (removed ?? 0), 0),
    uncounted: wanted.length < all.length || files.some(({ added, body }) => added === null && body.kind === 'collapsed'),
    only,
    base,
    head,
  }
}

/**
 * What a draft of one file would change, as the page of its commit will show it. `before` is `null` for a new file.
 * @throws {HubError} `compare.busy`
 */
export async function draftDiff(
  repo: WithContent,
  file: { path: string; oldPath: string | null; before: Buffer | null; after: Buffer },
): Promise<DiffView> {
  const { path, before, after } = file
  const oldPath = file.oldPath === path ? null : file.oldPath
  const room: Room = {
    bytes: shown.bytes,
    lines: shown.soleLines,
    fileLines: shown.soleLines,
    colored: 0,
    marked: shown.marked,
    budget: newDiffBudget(),
    signal: undefined,
    isPatient: false,
  }
  const view: Omit<DiffFileView, 'body'> = {
    status: before === null ? 'added' : oldPath === null ? 'changed' : 'renamed',
    path,
    oldPath,
    similarity: null,
    modes: null,
    added: 0,
    removed: 0,
  }
  const isSame = before !== null && before.equals(after)
  const files = isSame
    ? oldPath === null
      ? []
      : [{ ...view, body: { kind: 'same' as const } }]
    : [textView(view, await compared(repo, before && { raw: before }, { raw: after }, room), room, null, null)]
  return {
    files,
    total: files.length,
    added: files[0]?.added ?? 0,
    removed: files[0]?.removed ?? 0,
    uncounted: false,
    only: null,
    base: null,
    head: '',
  }
}

/** The remaining budget of the page. */
interface Room {
  bytes: number
  lines: number
  readonly fileLines: number
  colored: number
  marked: number
  readonly budget: DiffBudget
  readonly signal: AbortSignal | undefined
  /** Work was done already: rather wait than fail. */
  isPatient: boolean
}

/** Two texts, compared within what is left of the page's bounds; `null` when that takes too much time or memory. */
async function compared(repo: WithContent, before: Content, after: Content, room: Room): Promise<TextComparison | null> {
  const { budget, signal, isPatient } = room
  const maxLines = Math.min(room.fileLines, room.lines)
  try {
    const job = { before, after, steps: budget.steps, maxLines, maxMarked: Math.max(0, room.marked) }
    const { steps, ...comparison } = await diffJob(repo, 'compare', job, { signal, isPatient })
    room.isPatient = true
    budget.steps = steps
    room.marked -= comparison.marked
    return comparison
  } catch (error) {
    if (isHubError(error, 'compare.too_large')) return null
    throw error
  }
}

async function fileView(hub: Hub, repo: WithContent, file: ChangedFile, room: Room): Promise<DiffFileView> {
  const head = headOf(file)
  if (file.oldOid === file.newOid) return { ...head, added: 0, removed: 0, body: { kind: 'same' } }
  if (sortOf(file.oldMode ?? file.newMode ?? '100644') === 'submodule')
    return { ...head, body: { kind: 'submodule', before: file.oldOid, after: file.newOid } }
  const oids = [file.oldOid, file.newOid].filter((oid) => oid !== null)
  const sizes = await readSizes(hub.db.read, repo.id, oids)
  const largest = Math.max(...sizes.values())
  if (largest > shown.fileBytes) return { ...head, body: { kind: 'collapsed', reason: 'too-large' } }
  room.bytes -= [...sizes.values()].reduce((sum, size) => sum + size, 0)
  if (room.bytes < 0) return { ...head, body: { kind: 'collapsed', reason: 'later' } }
  const contents = await contentsOf(hub, repo, [file])
  const before = contents(file.oldOid, file.oldMode)
  const after = contents(file.newOid, file.newMode)
  const [oldPointer, newPointer] = [smallText(before), smallText(after)].map((text) => text !== null && parsePointer(text) !== null)
  if (oldPointer || newPointer)
    return { ...head, body: { kind: 'large', before: before && largeFile(before), after: after && largeFile(after) } }
  const diff = await compared(repo, before, after, room)
  if (diff?.isBinary) return { ...head, body: { kind: 'binary', oldSize: sizeOf(before), newSize: sizeOf(after) } }
  const colors = diff !== null && largest <= shown.coloredBytes && room.colored-- > 0
  const [oldHtml, newHtml] = await Promise.all([
    colors ? coloredLines(hub, before, file.oldPath ?? file.path, file.oldOid, diff.oldTotal) : null,
    colors ? coloredLines(hub, after, file.path, file.newOid, diff.newTotal) : null,
  ])
  return textView(head, diff, room, oldHtml, newHtml)
}

/** A content that may be a pointer of LFS. */
function smallText(content: Content): Buffer | null {
  return content !== null && 'z' in content && content.size <= pointerSizes.max ? objectBody(content) : null
}

function sizeOf(content: Content): number | null {
  if (content === null) return null
  return 'z' in content ? content.size : content.raw.length
}

function textView(
  head: Omit<DiffFileView, 'body'>,
  diff: TextComparison | null,
  room: Room,
  oldHtml: readonly string[] | null,
  newHtml: readonly string[] | null,
): DiffFileView {
  if (diff === null) return { ...head, body: { kind: 'collapsed', reason: 'too-large' } }
  const { lines, hunks } = diff
  const counted = { ...head, added: diff.added, removed: diff.removed }
  if (lines === 0) return { ...counted, body: { kind: 'same' } }
  if (lines > room.fileLines) return { ...counted, body: { kind: 'collapsed', reason: 'long' } }
  if (hunks === null || lines > room.lines) return { ...counted, body: { kind: 'collapsed', reason: 'later' } }
  room.lines -= lines
  const views = hunks.map((hunk, index) => hunkView(hunk, new Map(diff.marks[index]), oldHtml, newHtml))
  return { ...counted, body: { kind: 'hunks', hunks: views } }
}

function headOf(file: ChangedFile): Omit<DiffFileView, 'body'> {
  const { status, path, oldPath, similarity, oldMode, newMode } = file
  const modes = oldMode !== null && newMode !== null && oldMode !== newMode ? { before: oldMode, after: newMode } : null
  return { status, path, oldPath, similarity, modes, added: null, removed: null }
}

function largeFile(content: NonNullable<Content>): LargeFile {
  const text = smallText(content)
  const pointer = text && parsePointer(text)
  return pointer ? { size: pointer.size, sha256: pointer.sha256 } : { size: sizeOf(content) ?? 0, sha256: null }
}

/** A file's lines with colors, as its own page has them; `null` when they do not count the same. */
async function coloredLines(hub: Hub, content: Content, path: string, oid: Oid | null, total: number): Promise<readonly string[] | null> {
  if (content === null || oid === null || !('z' in content)) return null
  const name = path.slice(path.lastIndexOf('/') + 1)
  const { html } = await highlightSource(renderingsOf(hub), {
    text: objectBody(content).toString('utf8'),
    path,
    cacheKey: `src:${oid}:${name}`,
  })
  if (!html.includes('class="tok-')) return null
  const lines = html.split('\n')
  return lines.length === total ? lines.map((line) => /^<span class="line">(.*)<\/span>$/.exec(line)?.[1] ?? '') : null
}

function hunkView(
  hunk: DiffHunk,
  marks: ReadonlyMap<number, readonly MarkedRange[]>,
  oldHtml: readonly string[] | null,
  newHtml: readonly string[] | null,
): DiffHunkView {
  const lines = hunk.lines.map((line, index): DiffLineView => {
    const text = diffLineText(line).replace(/\r$/, '')
    const cut = text.length > maxLineLength
    const html = line.newNumber === null ? oldHtml?.[line.oldNumber === null ? -1 : line.oldNumber - 1] : newHtml?.[line.newNumber - 1]
    return {
      kind: line.kind,
      old: line.oldNumber,
      new: line.newNumber,
      html: cut ? null : (html ?? null),
      text: cut ? `${text.slice(0, maxLineLength).toWellFormed()}… (${text.length - maxLineLength} more characters)` : text,
      marks: marks.get(index) ?? [],
      endsWithout: !line.raw.endsWith('\n'),
    }
  })
  return { ...hunk, heading: Buffer.from(hunk.heading, 'latin1').toString('utf8'), lines }
}
