import { DamagedObjectError } from './damaged-object-error.ts'
import { isOid, type Oid } from './oid.ts'

export interface Signature {
  readonly name: string
  readonly email: string
  readonly date: Date
  /** Minutes east of UTC. */
  readonly offsetMinutes: number
}

export interface CommitObject {
  readonly tree: Oid
  readonly parents: readonly Oid[]
  readonly author: Signature
  readonly committer: Signature
  readonly message: string
}

/** Encodes a commit. Names and e-mail addresses lose what would break the header line (`<`, `>`, line breaks), as in git itself. */
export function encodeCommit(commit: CommitObject): Buffer {
  const lines = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${encodeSignature(commit.author)}`,
    `committer ${encodeSignature(commit.committer)}`,
  ]
  return Buffer.from(`${lines.join('\n')}\n\n${cleanMessage(commit.message)}`)
}

/** Parses a commit written by any tool: unknown headers (gpgsig, encoding, …) are skipped. @throws {DamagedObjectError} without a tree */
export function parseCommit(body: Buffer): CommitObject {
  const text = body.toString('utf8')
  const end = text.indexOf('\n\n')
  const headers = (end < 0 ? text : text.slice(0, end)).split('\n')
  const one = (name: string) => headers.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1)
  const tree = one('tree') ?? ''
  if (!isOid(tree)) throw new DamagedObjectError('A git commit has no tree')
  const author = parseSignature(one('author') ?? '')
  return {
    tree,
    parents: headers
      .filter((line) => line.startsWith('parent '))
      .map((line) => line.slice('parent '.length))
      .filter(isOid),
    author,
    committer: parseSignature(one('committer') ?? ''),
    message: end < 0 ? '' : text.slice(end + 2),
  }
}

export function encodeSignature({ name, email, date, offsetMinutes }: Signature): string {
  const sign = offsetMinutes < 0 ? '-' : '+'
  const minutes = Math.abs(offsetMinutes)
  const zone = `${sign}${String(Math.trunc(minutes / 60)).padStart(2, '0')}${String(minutes % 60).padStart(2, '0')}`
  return `${cleanIdent(name) || 'unknown'} <${cleanIdent(email)}> ${Math.trunc(date.getTime() / 1000)} ${zone}`
}

export function parseSignature(line: string): Signature {
  const match = /^([^<]*)<([^>]*)>(?:\s+(-?\d+)\s+([+-])(\d{2})(\d{2}))?/.exec(line)
  const [, name = '', email = '', seconds = '0', sign = '+', hours = '0', minutes = '0'] = match ?? []
  const offset = Number(hours) * 60 + Number(minutes)
  return { name: name.trimEnd(), email, date: new Date(Number(seconds) * 1000), offsetMinutes: sign === '-' ? -offset : offset }
}

/** First line and the rest, as clients show them. */
export function splitMessage(message: string): { title: string; body: string } {
  const end = message.indexOf('\n')
  if (end < 0) return { title: message, body: '' }
  return {
    title: message.slice(0, end),
    body: message
      .slice(end + 1)
      .replace(/^\n+/, '')
      .replace(/(?<!\n)\n+$/, ''),
  }
}

function cleanIdent(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- control characters are what is removed
      .replaceAll(/[\u0000-\u001f\u007f<>]/g, '')
      .trim()
      .replaceAll(/^[.,:;"']+|(?<![.,:;"'])[.,:;"']+$/g, '')
  )
}

function cleanMessage(message: string): string {
  // git rejects a commit with a NUL byte ("nulInCommit").
  const clean = message.replaceAll('\0', '').replaceAll('\r\n', '\n')
  return clean.endsWith('\n') ? clean : `${clean}\n`
}
