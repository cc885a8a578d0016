import { isOid, type Oid } from '../oid.ts'
import { refNameProblem } from '../ref-name.ts'
import { type ObjectProblem, problem } from './problem.ts'

export interface CheckedCommit {
  readonly tree: Oid
  readonly parents: readonly Oid[]
}

export interface CheckedTag {
  readonly object: Oid
  readonly type: 'commit' | 'tree' | 'blob' | 'tag'
}

const isProblem = <T extends object>(value: T | ObjectProblem): value is ObjectProblem => 'id' in value && 'message' in value

/** Checks a commit as strictly as `git fsck --strict`. */
export function checkCommit(body: Buffer): CheckedCommit | ObjectProblem {
  const headers = readHeaders(body)
  if (isProblem(headers)) return headers
  const [first = '', ...rest] = headers.lines
  const tree = valueOf(first, 'tree')
  if (tree === null) return problem('missingTree', 'a commit has no tree')
  if (!isOid(tree)) return problem('badTreeSha1', 'a commit has a malformed tree')
  const parents: Oid[] = []
  for (let value = valueOf(rest[0], 'parent'); value !== null; value = valueOf(rest[0], 'parent')) {
    if (!isOid(value)) return problem('badParentSha1', 'a commit has a malformed parent')
    parents.push(value)
    rest.shift()
  }
  const author = valueOf(rest.shift(), 'author')
  if (author === null) return problem('missingAuthor', 'a commit has no author')
  const badAuthor = identProblem(author, 'author')
  if (badAuthor) return badAuthor
  const committer = valueOf(rest.shift(), 'committer')
  if (committer === null)
    return rest.some((line) => line.startsWith('committer '))
      ? problem('multipleAuthors', 'a commit has multiple authors')
      : problem('missingCommitter', 'a commit has no committer')
  const badCommitter = identProblem(committer, 'committer')
  if (badCommitter) return badCommitter
  if (body.includes(0)) return problem('nulInCommit', 'a commit has a NUL byte in its message')
  return { tree, parents }
}

/** Checks an annotated tag as strictly as `git fsck --strict`; one without a tagger is old and allowed. */
export function checkTag(body: Buffer): CheckedTag | ObjectProblem {
  const headers = readHeaders(body)
  if (isProblem(headers)) return headers
  const [object, type, tag, tagger] = headers.lines
  const oid = valueOf(object, 'object')
  if (oid === null) return problem('missingObject', 'a tag has no target')
  if (!isOid(oid)) return problem('badObjectSha1', 'a tag has a malformed target')
  const kind = valueOf(type, 'type')
  if (kind === null) return problem('missingTypeEntry', 'a tag has no type')
  if (kind !== 'commit' && kind !== 'tree' && kind !== 'blob' && kind !== 'tag')
    return problem('badType', 'a tag has a target of unknown type')
  const name = valueOf(tag, 'tag')
  if (name === null) return problem('missingTagEntry', 'a tag has no name')
  if (refNameProblem(`refs/tags/${name}`) !== null)
    return problem('badTagName', `a tag has the invalid name ${JSON.stringify(name.slice(0, 100))}`)
  const who = valueOf(tagger, 'tagger')
  const badTagger = who === null ? null : identProblem(who, 'tagger')
  return badTagger ?? { object: oid, type: kind }
}

/** The lines before the first empty one. Text is read as latin1: the contents of names do not matter here. */
function readHeaders(body: Buffer): { lines: string[] } | ObjectProblem {
  const end = body.indexOf('\n\n')
  const nul = body.indexOf(0)
  if (nul >= 0 && (end < 0 || nul < end)) return problem('nulInHeader', 'an object has a NUL byte in its header')
  // Without a message, the header may be the end of the object.
  if (end < 0 && body.at(-1) !== 0x0a) return problem('unterminatedHeader', 'the header of an object is not terminated')
  return { lines: body.toString('latin1', 0, end < 0 ? body.length - 1 : end).split('\n') }
}

function valueOf(line: string | undefined, name: string): string | null {
  return line?.startsWith(`${name} `) ? line.slice(name.length + 1) : null
}

/** `Name <mail> seconds zone`, strictly. */
function identProblem(text: string, who: string): ObjectProblem | null {
  if (text.startsWith('<')) return problem('missingNameBeforeEmail', `the ${who} has no name`)
  const open = text.search(/[<>]/)
  if (open < 0) return problem('missingEmail', `the ${who} has no email address`)
  if (text[open] === '>') return problem('badName', `the name of the ${who} contains a >`)
  if (text[open - 1] !== ' ') return problem('missingSpaceBeforeEmail', `the ${who} has no space before the email address`)
  const rest = text.slice(open + 1)
  const close = rest.search(/[<>]/)
  if (close < 0 || rest[close] !== '>') return problem('badEmail', `the email address of the ${who} is malformed`)
  const date = rest.slice(close + 1)
  if (!date.startsWith(' ')) return problem('missingSpaceBeforeDate', `the ${who} has no space before the date`)
  if (/^ 0[^ ]/.test(date)) return problem('zeroPaddedDate', `the date of the ${who} starts with a zero`)
  const [, seconds, zone] = /^ (\d+) (.*)$/s.exec(date) ?? []
  if (seconds === undefined) return problem('badDate', `the date of the ${who} is malformed`)
  // A 64-bit time exceeds JavaScript's numbers and dates.
  if (Number(seconds) > 8.64e12) return problem('badDateOverflow', `the date of the ${who} is out of range`)
  if (!/^[+-]\d{4}$/.test(zone ?? '')) return problem('badTimezone', `the time zone of the ${who} is malformed`)
  return null
}
