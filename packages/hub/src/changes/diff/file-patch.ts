import { type TreeMode, zeroOid } from '@portolan/git'
import { looksBinary } from './looks-binary.ts'
import { binaryPatch } from './binary-patch.ts'
import type { ChangedFile } from './changed-file.ts'
import type { DiffBudget } from './diff-budget.ts'
import { quotePath } from './quote-path.ts'
import { type DiffHunk, textDiff } from './text-diff.ts'

export interface PatchOptions {
  /** Print binary contents so that the patch can be applied; otherwise it only says that they differ. */
  readonly binary?: boolean
  readonly budget?: DiffBudget
}

/**
 * One file of a patch in the format of `git diff --full-index` (git-diff(1), "Generating patch text with -p").
 * @param before content, `null` if there was none; for a submodule, its line `Subproject commit …`
 * @returns bytes: files need not be UTF-8
 */
export function filePatch(file: ChangedFile, before: Buffer | null, after: Buffer | null, options: PatchOptions = {}): Buffer {
  const head = headOf(file)
  if (file.oldOid === file.newOid) return Buffer.from(head, 'latin1')
  const old = before ?? Buffer.alloc(0)
  const now = after ?? Buffer.alloc(0)
  const a = file.oldOid === null ? '/dev/null' : bytes(quotePath(`a/${file.oldPath ?? file.path}`))
  const b = file.newOid === null ? '/dev/null' : bytes(quotePath(`b/${file.path}`))
  if (looksBinary(old) || looksBinary(now)) {
    const body = options.binary === true ? binaryPatch(old, now) : `Binary files ${a} and ${b} differ\n`
    return Buffer.from(head + body, 'latin1')
  }
  const { hunks } = textDiff(old, now, options.budget ? { budget: options.budget } : {})
  if (hunks.length === 0) return Buffer.from(head, 'latin1')
  // A trailing tab keeps tools from cutting off a name that contains a space.
  const name = (text: string) => (/^[^"].* /.test(text) ? `${text}\t` : text)
  return Buffer.from(`${head}--- ${name(a)}\n+++ ${name(b)}\n${hunks.map(hunkText).join('')}`, 'latin1')
}

function headOf(file: ChangedFile): string {
  const from = file.oldPath ?? file.path
  const lines = [`diff --git ${quotePath(`a/${from}`)} ${quotePath(`b/${file.path}`)}`]
  const { oldMode, newMode } = file
  if (oldMode === null) lines.push(`new file mode ${newMode}`)
  else if (newMode === null) lines.push(`deleted file mode ${oldMode}`)
  else if (oldMode !== newMode) lines.push(`old mode ${oldMode}`, `new mode ${newMode}`)
  if (file.status === 'renamed')
    lines.push(`similarity index ${file.similarity ?? 0}%`, `rename from ${quotePath(from)}`, `rename to ${quotePath(file.path)}`)
  if (file.oldOid !== file.newOid) {
    const mode = oldMode !== null && oldMode === newMode ? ` ${newMode}` : ''
    lines.push(`index ${file.oldOid ?? zeroOid}..${file.newOid ?? zeroOid}${mode}`)
  }
  return bytes(`${lines.join('\n')}\n`)
}

const noNewline = '\\ No newline at end of file\n'

/** A hunk as text, one character per byte. */
export function hunkText(hunk: DiffHunk): string {
  const range = (start: number, count: number) => (count === 1 ? `${start}` : `${start},${count}`)
  const heading = hunk.heading === '' ? '' : ` ${hunk.heading}`
  let text = `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@${heading}\n`
  for (const { kind, raw } of hunk.lines) {
    text += kind === 'same' ? ' ' : kind === 'added' ? '+' : '-'
    text += raw.endsWith('\n') ? raw : `${raw}\n${noNewline}`
  }
  return text
}

/** One line of `git diff --raw --no-abbrev`. */
export function rawLine(file: ChangedFile): string {
  const mode = (of: TreeMode | null) => (of === null ? '000000' : of.padStart(6, '0'))
  const letter = { added: 'A', removed: 'D', changed: 'M', renamed: `R${String(file.similarity ?? 0).padStart(3, '0')}` }[file.status]
  const paths = file.oldPath === null ? [file.path] : [file.oldPath, file.path]
  return `:${mode(file.oldMode)} ${mode(file.newMode)} ${file.oldOid ?? zeroOid} ${file.newOid ?? zeroOid} ${letter}\t${paths.map(quotePath).join('\t')}\n`
}

/** Text as its UTF-8 bytes, one character each, like the rest of a patch. */
function bytes(text: string): string {
  return Buffer.from(text).toString('latin1')
}
