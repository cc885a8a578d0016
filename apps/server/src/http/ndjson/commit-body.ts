import type { Readable } from 'node:stream'
import { filePathProblem, HubError, limits } from '@portolan/contract'
import { Yielder } from '@portolan/hub'
import { z } from 'zod'
import { base64Bytes, MalformedText, utf8Bytes } from './json-text.ts'
import { readNdjson } from './read-ndjson.ts'
import type { CommitPlace } from './commit-room.ts'
import type { Spool } from './spool.ts'
import { SpooledString } from './spooled-string.ts'

/** A file whose content is inline in the commit; the caller decides whether it is stored in git or as a large file. */
export interface InlineFile {
  readonly kind: 'inline'
  readonly path: string
  readonly oldPath: string | undefined
  readonly content: Buffer
}

/** A change from the commit body. Inline content over 10 MB has already been stored as a large file. */
export type BodyOperation =
  | InlineFile
  | {
      readonly kind: 'lfs'
      readonly path: string
      readonly oldPath: string | undefined
      readonly sha256: string
      readonly size: number | undefined
    }
  | { readonly kind: 'delete'; readonly path: string; readonly scope: 'file' | 'folder' | 'entry' }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }

export interface CommitBody {
  readonly summary: string
  readonly description: string
  readonly parentCommit: string | null
  readonly operations: readonly BodyOperation[]
}

export interface CommitBodyOptions {
  readonly spool: Spool
  /** Where the operations are held. */
  readonly place: CommitPlace
  /** Largest file allowed inline in a commit. Bytes. */
  readonly inlineBytes: number
  /** Stores the content of a large file. @throws {HubError} `body.too_large` over `inlineBytes` */
  storeLarge(content: AsyncIterable<Uint8Array>): Promise<{ sha256: string; size: number }>
}

const path = z.string()
const schemas = {
  header: z.object({
    summary: z.string().max(65_536),
    description: z.string().max(limits.cardBytes).nullish(),
    parentCommit: z.string().nullish(),
  }),
  file: z.object({
    path,
    content: z.unknown().optional(),
    encoding: z.enum(['base64', 'utf-8']).default('utf-8'),
    oldPath: path.optional(),
  }),
  lfsFile: z.object({
    path,
    algo: z.literal('sha256').default('sha256'),
    oid: z.string(),
    size: z.int().min(0).optional(),
    oldPath: path.optional(),
  }),
  deletedFile: z.object({ path }),
  deletedFolder: z.object({ path }),
  deletedEntry: z.object({ path }),
}
/** Python sends `deletedFile` for folders, too, unless it is told that the path is one. */
const scopes = { deletedFile: 'entry', deletedFolder: 'folder', deletedEntry: 'entry' } as const

/** Per-commit limits: at most this much regular file content and this many operations are held in memory. */
const maxHeldBytes = 256 * 1024 * 1024
const maxOperations = 100_000
const maxBodyBytes = 8 * 1024 ** 3

/**
 * Parses the body of a commit: a header, then one operation per line.
 * @throws {HubError} `body.invalid`, `commit.invalid_path`, `commit.file_too_large`, all with `line`; `body.too_large`, `storage.full`, `hub.busy`
 */
export async function readCommitBody(body: Readable | AsyncIterable<Uint8Array>, options: CommitBodyOptions): Promise<CommitBody> {
  let header: z.output<typeof schemas.header> | null = null
  const operations: BodyOperation[] = []
  let held = 0
  // Base64 is a third longer; escaped text may need six characters for one byte, but then it is short.
  const lines = readNdjson(body, options.spool, {
    bodyBytes: maxBodyBytes,
    stringBytes: Math.max(limits.cardBytes, 2 * options.inlineBytes),
  })
  const yielder = new Yielder()
  for await (const { number, value } of lines) {
    // What has already arrived is read without waiting.
    await yielder.yieldIfDue()
    const { key, value: given } = parseLine(number, value)
    if (key === 'header') {
      if (header !== null) throw invalid(number, 'There is a second header')
      header = parseAs(schemas.header, given, number)
      continue
    }
    if (header === null) throw invalid(number, 'The first line must be the header')
    const operation = await parseOperation(number, key, given, options)
    const size = operation.kind === 'inline' ? operation.content.length : 0
    held += size
    operations.push(operation)
    await options.place.add(size)
    if (held > maxHeldBytes || operations.length > maxOperations) {
      throw new HubError('body.too_large', { message: 'This commit is too large. Send the files in several commits.', line: number })
    }
  }
  if (header === null) throw invalid(1, 'The body is empty; the first line must be the header')
  return { summary: header.summary, description: header.description ?? '', parentCommit: header.parentCommit ?? null, operations }
}

function parseLine(number: number, value: unknown): { key: keyof typeof schemas; value: unknown } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(number, 'The line is not an object')
  const { key, value: given, ...others } = value as Record<string, unknown>
  if (typeof key !== 'string' || !Object.hasOwn(schemas, key))
    throw invalid(number, `There is no operation ${JSON.stringify(key) ?? 'without a key'}`)
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw invalid(number, `A line must have only key and value, not ${JSON.stringify(unknown)}`)
  return { key: key as keyof typeof schemas, value: given }
}

async function parseOperation(
  number: number,
  key: Exclude<keyof typeof schemas, 'header'>,
  value: unknown,
  options: CommitBodyOptions,
): Promise<BodyOperation> {
  if (key === 'file') return parseFile(number, value, options)
  if (key === 'lfsFile') {
    const { path: at, oid, size, oldPath } = parseAs(schemas.lfsFile, value, number)
    checkPaths(number, at, oldPath)
    return { kind: 'lfs', path: at, oldPath, sha256: oid, size }
  }
  const at = parseAs(schemas[key], value, number).path.replace(/(?<!\/)\/+$/, '')
  checkPaths(number, at)
  return { kind: 'delete', path: at, scope: scopes[key] }
}

async function parseFile(number: number, value: unknown, options: CommitBodyOptions): Promise<BodyOperation> {
  const file = parseAs(schemas.file, value, number)
  checkPaths(number, file.path, file.oldPath)
  const { content, encoding, oldPath } = file
  if (content === undefined || content === null) {
    if (oldPath === undefined) throw invalid(number, 'A file must have either content or an oldPath')
    return { kind: 'rename', from: oldPath, to: file.path }
  }
  try {
    if (typeof content === 'string') return { kind: 'inline', path: file.path, oldPath, content: await decode(once(content), encoding) }
    if (!(content instanceof SpooledString)) throw invalid(number, 'content must be a string')
    const bytes = content.decode(encoding)
    // Two characters of base64 may be padding.
    const atMost = encoding === 'base64' ? (content.rawBytes / 4) * 3 : content.rawBytes
    if (atMost - 2 <= limits.regularFileBytes) return { kind: 'inline', path: file.path, oldPath, content: await allOf(bytes) }
    return { kind: 'lfs', path: file.path, oldPath, ...(await options.storeLarge(bytes)) }
  } catch (error) {
    if (error instanceof MalformedText) throw invalid(number, error.message, error)
    if (!(error instanceof HubError) || error.code !== 'body.too_large') throw error
    const message = `Line ${number}: ${file.path} exceeds the ${options.inlineBytes} bytes that can be sent inline in a commit. Upload it as a large file (LFS).`
    throw new HubError('commit.file_too_large', { message, path: file.path, line: number }, { cause: error })
  }
}

function decode(text: AsyncIterable<string>, encoding: 'base64' | 'utf-8'): Promise<Buffer> {
  return allOf(encoding === 'base64' ? base64Bytes(text) : utf8Bytes(text))
}

async function allOf(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

function parseAs<T extends z.ZodType>(schema: T, value: unknown, number: number): z.output<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalid(number, `${issue?.path.join('.') || 'value'}: ${issue?.message}`)
}

function checkPaths(number: number, ...paths: readonly (string | undefined)[]): void {
  for (const each of paths) {
    const problem = each === undefined ? null : filePathProblem(each)
    if (problem !== null)
      throw new HubError('commit.invalid_path', {
        message: `Line ${number}: ${problem}: ${JSON.stringify(each)}`,
        path: each,
        line: number,
      })
  }
}

function invalid(number: number, message: string, cause?: unknown): HubError {
  return new HubError('body.invalid', { message: `Line ${number}: ${message}`, line: number }, { cause })
}
