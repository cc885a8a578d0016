import { setImmediate } from 'node:timers/promises'
import { type Oid, parsePointer, type TreeMode } from '@portolan/git'
import { highlightSource } from '@portolan/markdown'
import {
  type ChangedFile,
  changedFiles,
  contentOf,
  type DiffBudget,
  type DiffHunk,
  diffLineText,
  intralineMarks,
  looksBinary,
  type MarkedRange,
  newDiffBudget,
  sortOf,
  type TextDiff,
  textDiff,
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
 * The differences between two commits, as shown on pages. Bounded in files, bytes, lines and work, whatever was pushed.
 * @param input.content the repo, for those who may access its files; without it, only paths are shown
 * @param input.only a path: only that file, and more of it
 */
export async function diffView(
  hub: Hub,
  repo: Readable,
  input: { base: Oid | null; head: Oid; content: WithContent | null; only?: string | null },
): Promise<DiffView> {
  const { base, head, only = null } = input
  const all = await changedFiles(hub, repo, base, head)
  const wanted = only === null ? all.slice(0, shown.files) : all.filter(({ path }) => path === only)
  const room: Room = {
    bytes: shown.bytes,
    lines: only === null ? shown.lines : shown.soleLines,
    fileLines: only === null ? shown.fileLines : shown.soleLines,
    colored: shown.colored,
    marked: shown.marked,
    budget: newDiffBudget(),
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

/** What a draft of one file would change, as the page of its commit will show it. `before` is `null` for a new file. */
export function draftDiff(file: { path: string; oldPath: string | null; before: Buffer | null; after: Buffer }): DiffView {
  const { path, before, after } = file
  const oldPath = file.oldPath === path ? null : file.oldPath
  const room: Room = {
    bytes: shown.bytes,
    lines: shown.soleLines,
    fileLines: shown.soleLines,
    colored: 0,
    marked: shown.marked,
    budget: newDiffBudget(),
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
    : [textView(view, textDiff(before ?? Buffer.alloc(0), after, { budget: room.budget }), room, null, null)]
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
  const before = await contentOf(hub, repo, file.oldOid, file.oldMode)
  const after = await contentOf(hub, repo, file.newOid, file.newMode)
  const [oldPointer, newPointer] = [before && parsePointer(before), after && parsePointer(after)]
  if (oldPointer || newPointer)
    return { ...head, body: { kind: 'large', before: before && largeFile(before), after: after && largeFile(after) } }
  if ((before && looksBinary(before)) || (after && looksBinary(after)))
    return { ...head, body: { kind: 'binary', oldSize: before?.length ?? null, newSize: after?.length ?? null } }
  const diff = textDiff(before ?? Buffer.alloc(0), after ?? Buffer.alloc(0), { budget: room.budget })
  const colors = largest <= shown.coloredBytes && room.colored-- > 0
  const [oldHtml, newHtml] = await Promise.all([
    colors ? coloredLines(hub, before, file.oldPath ?? file.path, file.oldOid, diff.oldTotal) : null,
    colors ? coloredLines(hub, after, file.path, file.newOid, diff.newTotal) : null,
  ])
  return textView(head, diff, room, oldHtml, newHtml)
}

function textView(
  head: Omit<DiffFileView, 'body'>,
  diff: TextDiff,
  room: Room,
  oldHtml: readonly string[] | null,
  newHtml: readonly string[] | null,
): DiffFileView {
  const counted = { ...head, added: diff.added, removed: diff.removed }
  if (diff.hunks.length === 0) return { ...counted, body: { kind: 'same' } }
  const lines = diff.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0)
  if (lines > room.fileLines) return { ...counted, body: { kind: 'collapsed', reason: 'long' } }
  if (lines > room.lines) return { ...counted, body: { kind: 'collapsed', reason: 'later' } }
  room.lines -= lines
  return { ...counted, body: { kind: 'hunks', hunks: diff.hunks.map((hunk) => hunkView(hunk, oldHtml, newHtml, room)) } }
}

function headOf(file: ChangedFile): Omit<DiffFileView, 'body'> {
  const { status, path, oldPath, similarity, oldMode, newMode } = file
  const modes = oldMode !== null && newMode !== null && oldMode !== newMode ? { before: oldMode, after: newMode } : null
  return { status, path, oldPath, similarity, modes, added: null, removed: null }
}

function largeFile(content: Buffer): LargeFile {
  const pointer = parsePointer(content)
  return pointer ? { size: pointer.size, sha256: pointer.sha256 } : { size: content.length, sha256: null }
}

/** A file's highlighted lines, as on its own page; `null` when the number of lines differs. */
async function coloredLines(
  hub: Hub,
  content: Buffer | null,
  path: string,
  oid: Oid | null,
  total: number,
): Promise<readonly string[] | null> {
  if (content === null || oid === null) return null
  const name = path.slice(path.lastIndexOf('/') + 1)
  const { html } = await highlightSource(renderingsOf(hub), { text: content.toString('utf8'), path, cacheKey: `src:${oid}:${name}` })
  if (!html.includes('class="tok-')) return null
  const lines = html.split('\n')
  return lines.length === total ? lines.map((line) => /^<span class="line">(.*)<\/span>$/.exec(line)?.[1] ?? '') : null
}

function hunkView(hunk: DiffHunk, oldHtml: readonly string[] | null, newHtml: readonly string[] | null, room: Room): DiffHunkView {
  const lines = hunk.lines.map((line): DiffLineView => {
    const text = diffLineText(line).replace(/\r$/, '')
    const cut = text.length > maxLineLength
    const html = line.newNumber === null ? oldHtml?.[line.oldNumber === null ? -1 : line.oldNumber - 1] : newHtml?.[line.newNumber - 1]
    return {
      kind: line.kind,
      old: line.oldNumber,
      new: line.newNumber,
      html: cut ? null : (html ?? null),
      text: cut ? `${text.slice(0, maxLineLength).toWellFormed()}… (${text.length - maxLineLength} more characters)` : text,
      marks: [],
      endsWithout: !line.raw.endsWith('\n'),
    }
  })
  return { ...hunk, heading: Buffer.from(hunk.heading, 'latin1').toString('utf8'), lines: withMarks(lines, room) }
}

/** Pairs removed lines with the added lines that follow, in order, and marks the differences within each pair. */
function withMarks(lines: readonly DiffLineView[], room: Room): DiffLineView[] {
  const result = [...lines]
  for (let at = 0; at < result.length;) {
    if (result[at]?.kind !== 'removed') {
      at++
      continue
    }
    let middle = at
    while (result[middle]?.kind === 'removed') middle++
    let end = middle
    while (result[end]?.kind === 'added') end++
    for (let pair = 0; pair < Math.min(middle - at, end - middle) && room.marked-- > 0; pair++) {
      const [before, after] = [result[at + pair], result[middle + pair]]
      const marks = before && after ? intralineMarks(before.text, after.text) : null
      if (!before || !after || !marks) continue
      result[at + pair] = { ...before, marks: marks.before }
      result[middle + pair] = { ...after, marks: marks.after }
    }
    at = end
  }
  return result
}
