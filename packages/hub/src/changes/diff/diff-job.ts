import { makeObject, objectBody, parsePointer, type StoredObject } from '@portolan/git'
import type { ChangedFile } from './changed-file.ts'
import { filePatch } from './file-patch.ts'
import { type LineEdit, lineEdits, splitLines } from './line-edits.ts'
import { looksBinary } from './looks-binary.ts'
import { type LineMarks, markedPairs } from './marked-pairs.ts'
import { mergeText, type TextMergeMode } from './merge-text.ts'
import { profileOf, similarity } from './similarity.ts'
import { textDiff, type TextDiff } from './text-diff.ts'

/** An object as it is stored, still deflated. */
export interface PackedContent {
  /** Bytes of the content. */
  readonly size: number
  readonly z: Uint8Array
}

/** What is compared; `null` where there is nothing. */
export type Content = PackedContent | { readonly raw: Uint8Array } | null

/** A file of a patch with its contents. */
export interface PatchedFile {
  readonly file: ChangedFile
  readonly before: Content
  readonly after: Content
}

/** Two texts as people are shown them. */
export interface TextComparison extends Omit<TextDiff, 'hunks'> {
  /** Either side is no text; the rest is empty. */
  readonly isBinary: boolean
  /** Lines of all hunks. */
  readonly lines: number
  /** `null` when there are more lines than were asked for. */
  readonly hunks: TextDiff['hunks'] | null
  /** By hunk. */
  readonly marks: readonly LineMarks[]
  /** Pairs of lines that were looked into. */
  readonly marked: number
}

/** What is asked of a thread; `steps` is what is left of the request's `DiffBudget`. */
export interface DiffJobs {
  /** Files of a patch, one after the other. */
  patches: {
    job: { readonly files: readonly PatchedFile[]; readonly binary: boolean; readonly steps: number }
    result: { readonly bytes: Uint8Array<ArrayBuffer>; readonly steps: number }
  }
  /** How much pairs of contents have in common, in percent. */
  similarities: {
    job: { readonly contents: readonly Content[]; readonly pairs: readonly (readonly [number, number])[] }
    result: readonly number[]
  }
  /** What turns one text into another; `null` when the older is no text. */
  edits: {
    job: { readonly before: Content; readonly after: Content; readonly steps: number }
    result: { readonly edits: readonly LineEdit[] | null; readonly oldTotal: number; readonly newTotal: number; readonly steps: number }
  }
  compare: {
    job: {
      readonly before: Content
      readonly after: Content
      readonly steps: number
      readonly maxLines: number
      readonly maxMarked: number
    }
    result: TextComparison & { readonly steps: number }
  }
  /** The text that both sides' changes come to, as an object; `null` when they meet, or one is no text. */
  merge: {
    job: { readonly base: Content; readonly ours: Content; readonly theirs: Content; readonly mode: TextMergeMode }
    result: StoredObject | null
  }
}

export type DiffKind = keyof DiffJobs
export type DiffJob = { [Kind in DiffKind]: { readonly kind: Kind } & DiffJobs[Kind]['job'] }[DiffKind]
export type DiffResult = DiffJobs[DiffKind]['result']

/** Does a job of {@link DiffJobs}: what takes the processor's time in proportion to contents. */
export function doDiffJob(job: DiffJob): DiffResult {
  if (job.kind === 'patches') return patches(job)
  if (job.kind === 'similarities') return similarities(job)
  if (job.kind === 'edits') return edits(job)
  if (job.kind === 'compare') return compare(job)
  return merge(job)
}

function bodyOf(content: Content): Buffer {
  if (content === null) return Buffer.alloc(0)
  if ('z' in content) return objectBody(content)
  return Buffer.from(content.raw.buffer, content.raw.byteOffset, content.raw.byteLength)
}

function patches({ files, binary, steps }: DiffJobs['patches']['job']): DiffJobs['patches']['result'] {
  const budget = { steps }
  const all = files.map(({ file, before, after }) => filePatch(file, before && bodyOf(before), after && bodyOf(after), { binary, budget }))
  // An array of its own, which can be handed over to the other thread.
  const bytes = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of all) {
    bytes.set(piece, at)
    at += piece.length
  }
  return { bytes, steps: budget.steps }
}

function similarities({ contents, pairs }: DiffJobs['similarities']['job']): readonly number[] {
  const profiles = contents.map((content) => profileOf(bodyOf(content)))
  return pairs.map(([one, other]) => {
    const [a, b] = [profiles[one], profiles[other]]
    return a && b ? similarity(a, b) : 0
  })
}

function edits({ before, after, steps }: DiffJobs['edits']['job']): DiffJobs['edits']['result'] {
  const budget = { steps }
  const old = bodyOf(before)
  if (looksBinary(old)) return { edits: null, oldTotal: 0, newTotal: 0, steps }
  const [a, b] = [splitLines(old), splitLines(bodyOf(after))]
  return { edits: lineEdits(a, b, budget), oldTotal: a.length, newTotal: b.length, steps: budget.steps }
}

function compare({ before, after, steps, maxLines, maxMarked }: DiffJobs['compare']['job']): DiffJobs['compare']['result'] {
  const budget = { steps }
  const [old, now] = [bodyOf(before), bodyOf(after)]
  const nothing = { isBinary: true, added: 0, removed: 0, oldTotal: 0, newTotal: 0, lines: 0, hunks: null, marks: [], marked: 0, steps }
  if (looksBinary(old) || looksBinary(now)) return nothing
  const { hunks, ...diff } = textDiff(old, now, { budget })
  const lines = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0)
  const shown = lines > maxLines ? null : hunks
  const room = { pairs: maxMarked }
  const marks = (shown ?? []).map((hunk) => markedPairs(hunk.lines, room))
  return { ...diff, isBinary: false, lines, hunks: shown, marks, marked: maxMarked - room.pairs, steps: budget.steps }
}

function merge({ base, ours, theirs, mode }: DiffJobs['merge']['job']): StoredObject | null {
  const [o, a, b] = [bodyOf(base), bodyOf(ours), bodyOf(theirs)]
  if ([o, a, b].some((body) => looksBinary(body) || parsePointer(body) !== null)) return null
  const merged = mergeText(o, a, b, mode)
  return merged === null ? null : makeObject('blob', merged)
}
