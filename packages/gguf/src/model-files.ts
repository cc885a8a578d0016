import { fileTypePlace, fileTypesBySize } from './file-types.ts'
import { parseQuantLabel, type QuantLabel } from './quant-label.ts'
import { shardOf } from './shards.ts'

export interface GgufFile {
  readonly path: string
  readonly sizeBytes: number
}

/** The purpose of a file, according to its name. */
export type GgufRole = 'model' | 'projector' | 'imatrix'

/** One model in one quantization: a file, or all files it is split into. */
export interface GgufModelFile {
  readonly quant: QuantLabel | null
  readonly role: GgufRole
  /** Lowercase path without quantization and numbers: files with the same stem contain the same model. */
  readonly stem: string
  /** In order; the first one has the metadata. */
  readonly files: readonly GgufFile[]
  /** Total size of the existing files. */
  readonly sizeBytes: number
  /** How many files the set should have: 1 for an unsplit file. */
  readonly shardCount: number
  /** Numbers of the missing shards, in order, at most a hundred; `missingCount` is the total. */
  readonly missing: readonly number[]
  readonly missingCount: number
}

const maxMissingNamed = 100

/**
 * Groups the GGUF files of a repo: the shards of a set are one model. Other files are left out. Models first, the largest quantization first,
 * then by path; companion files of models (projectors, importance matrices) last.
 */
export function groupModelFiles(files: readonly GgufFile[]): GgufModelFile[] {
  const sets = new Map<string, { files: Map<number, GgufFile>; total: number }>()
  for (const file of files) {
    if (!/\.gguf$/i.test(file.path)) continue
    const shard = shardOf(file.path)
    const key = shard ? `shards ${shard.total} ${shard.prefix}` : `file ${file.path}`
    const set = sets.get(key) ?? { files: new Map<number, GgufFile>(), total: shard?.total ?? 1 }
    // `.gguf` and `.GGUF` may exist side by side; the first one counts.
    if (!set.files.has(shard?.index ?? 1)) set.files.set(shard?.index ?? 1, file)
    sets.set(key, set)
  }
  return [...sets.values()].map(({ files: found, total }) => toModelFile(found, total)).sort(compare)
}

function toModelFile(found: ReadonlyMap<number, GgufFile>, shardCount: number): GgufModelFile {
  const files = [...found].sort(([a], [b]) => a - b).map(([, file]) => file)
  const path = files[0]?.path ?? ''
  const quant = parseQuantLabel(path)
  const missing: number[] = []
  for (let i = 1; i <= shardCount && missing.length < maxMissingNamed; i++) if (!found.has(i)) missing.push(i)
  return {
    quant,
    role: roleOf(path),
    stem: stemOf(path, quant),
    files,
    sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    shardCount,
    missing,
    missingCount: shardCount - files.length,
  }
}

function compare(a: GgufModelFile, b: GgufModelFile): number {
  const byRole = roles.indexOf(a.role) - roles.indexOf(b.role)
  const place = ({ quant }: GgufModelFile) => (quant ? fileTypePlace(quant.type) : fileTypesBySize.length)
  const [left, right] = [a.files[0]?.path ?? '', b.files[0]?.path ?? '']
  return byRole || place(a) - place(b) || b.sizeBytes - a.sizeBytes || (left < right ? -1 : 1)
}

const roles: readonly GgufRole[] = ['model', 'projector', 'imatrix']

function roleOf(path: string): GgufRole {
  const name = baseName(path)
  if (/mmproj/i.test(name)) return 'projector'
  return /(?<![a-z0-9])imatrix(?![a-z0-9])/i.test(name) && parseQuantLabel(name) === null ? 'imatrix' : 'model'
}

/** Folders count, as in `7B/ggml-model-q4_0.gguf`, except those that name a quantization. */
function stemOf(path: string, quant: QuantLabel | null): string {
  const start = path.length - baseName(path).length
  const end = shardOf(path)?.prefix.length ?? path.length - '.gguf'.length
  const isInName = quant !== null && quant.start >= start
  const name = isInName ? `${path.slice(start, quant.start)}-${path.slice(quant.end, end)}` : path.slice(start, end)
  const folders = path.slice(0, start).split('/')
  return [...folders.filter((folder) => folder !== '' && parseQuantLabel(folder) === null), name]
    .map((part) =>
      part
        .toLowerCase()
        .replaceAll(/[-_. ]+/g, '-')
        .replaceAll(/^-|-$/g, ''),
    )
    .join('/')
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
