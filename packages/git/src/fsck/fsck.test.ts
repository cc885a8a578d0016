import { afterAll, beforeAll, expect, test } from 'vitest'
import { objectOid, type ObjectType, type Oid, oidToBytes, zeroOid } from '../oid.ts'
import { type GitFolder, openGitFolder } from '../testing/git-binary.ts'
import { checkGitattributes, checkGitmodules, checkCommit, checkTag, checkTree, type ObjectProblem } from './index.ts'

/* The git program is the reference: what `git fsck --strict` reports, we report by the same name; what it accepts, we accept. */

const blob = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391' as Oid
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904' as Oid
const tree = (...items: readonly (readonly [mode: string, name: string | Buffer, oid?: Oid])[]): Buffer =>
  Buffer.concat(
    items.flatMap(([mode, name, oid]) => [
      Buffer.from(`${mode} `),
      Buffer.from(name),
      Buffer.of(0),
      oidToBytes(oid ?? (mode.endsWith('40000') ? emptyTree : blob)),
    ]),
  )
const ada = 'Ada <ada@example.org> 1700000000 +0000'
const commit = (
  head: Partial<Record<'tree' | 'author' | 'committer' | 'rest', string>> & { parents?: string; message?: string } = {},
): Buffer =>
  Buffer.from(
    `${head.tree ?? `tree ${emptyTree}\n`}${head.parents ?? ''}${head.author ?? `author ${ada}\n`}${head.committer ?? `committer ${ada}\n`}${head.rest ?? ''}${head.message ?? '\nmessage\n'}`,
  )
const tag = (text: Partial<Record<'object' | 'type' | 'tag' | 'tagger', string>>): Buffer =>
  Buffer.from(
    `${text.object ?? `object ${emptyTree}\n`}${text.type ?? 'type tree\n'}${text.tag ?? 'tag v1\n'}${text.tagger ?? `tagger ${ada}\n`}\nmessage\n`,
  )

const objects: [what: string, type: ObjectType, body: Buffer, id: string | null][] = [
  ['a good tree', 'tree', tree(['100644', 'a'], ['100755', 'b'], ['120000', 'c'], ['40000', 'd'], ['160000', 'e']), null],
  ['folders sort with their slash', 'tree', tree(['100644', 'a.b'], ['40000', 'a'], ['100644', 'a0']), null],
  ['not sorted', 'tree', tree(['100644', 'b'], ['100644', 'a']), 'treeNotSorted'],
  ['a folder sorted like a file', 'tree', tree(['40000', 'a'], ['100644', 'a.b']), 'treeNotSorted'],
  ['the same name twice', 'tree', tree(['100644', 'a'], ['100644', 'a']), 'duplicateEntries'],
  ['a file and a folder of one name', 'tree', tree(['100644', 'a'], ['40000', 'a']), 'duplicateEntries'],
  ['a file and a folder of one name, apart', 'tree', tree(['100644', 'a'], ['100644', 'a.b'], ['40000', 'a']), 'duplicateEntries'],
  ['.git', 'tree', tree(['40000', '.git']), 'hasDotgit'],
  ['.GIT', 'tree', tree(['40000', '.GIT']), 'hasDotgit'],
  ['git~1', 'tree', tree(['40000', 'GIT~1']), 'hasDotgit'],
  ['.git with dots and spaces', 'tree', tree(['40000', '.git . .']), 'hasDotgit'],
  ['.git with a stream', 'tree', tree(['40000', '.git::$INDEX_ALLOCATION']), 'hasDotgit'],
  ['.git behind a backslash', 'tree', tree(['100644', 'a\\.git']), 'hasDotgit'],
  ['.git with a zero-width joiner', 'tree', tree(['40000', '.g\u200dit']), 'hasDotgit'],
  ['.gitfoo', 'tree', tree(['100644', '.gitfoo']), null],
  ['git~2', 'tree', tree(['100644', 'git~2']), null],
  ['.', 'tree', tree(['40000', '.']), 'hasDot'],
  ['..', 'tree', tree(['40000', '..']), 'hasDotdot'],
  ['a slash', 'tree', tree(['100644', 'a/b']), 'fullPathname'],
  ['no name', 'tree', tree(['100644', '']), 'emptyName'],
  ['a padded mode', 'tree', tree(['040000', 'a']), 'zeroPaddedFilemode'],
  ['a group-writable file', 'tree', tree(['100664', 'a']), 'badFilemode'],
  ['an unknown mode', 'tree', tree(['100600', 'a']), 'badFilemode'],
  ['nothing', 'tree', tree(['100644', 'a', zeroOid]), 'nullSha1'],
  ['.gitmodules as a link', 'tree', tree(['120000', '.gitmodules']), 'gitmodulesSymlink'],
  ['a good commit', 'commit', commit({ parents: '', rest: 'encoding latin1\ngpgsig -----BEGIN\n more\n' }), null],
  ['a commit without a message', 'commit', commit({ message: '' }), null],
  ['no tree', 'commit', commit({ tree: '' }), 'missingTree'],
  ['a malformed tree', 'commit', commit({ tree: 'tree xyz\n' }), 'badTreeSha1'],
  ['a malformed parent', 'commit', commit({ parents: 'parent xyz\n' }), 'badParentSha1'],
  ['no author', 'commit', commit({ author: '' }), 'missingAuthor'],
  ['two authors', 'commit', commit({ author: `author ${ada}\nauthor ${ada}\n` }), 'multipleAuthors'],
  ['no committer', 'commit', commit({ committer: '' }), 'missingCommitter'],
  ['a NUL in the header', 'commit', commit({ rest: 'x a\0b\n' }), 'nulInHeader'],
  ['a NUL in the message', 'commit', commit({ message: '\na\0b\n' }), 'nulInCommit'],
  ['a header that does not end', 'commit', Buffer.from(`tree ${emptyTree}`), 'unterminatedHeader'],
  ['no name', 'commit', commit({ author: 'author <a@b> 1 +0000\n' }), 'missingNameBeforeEmail'],
  ['no mail', 'commit', commit({ author: 'author A 1 +0000\n' }), 'missingEmail'],
  ['a name with >', 'commit', commit({ author: 'author A> <a@b> 1 +0000\n' }), 'badName'],
  ['no space before the mail', 'commit', commit({ author: 'author A<a@b> 1 +0000\n' }), 'missingSpaceBeforeEmail'],
  ['a mail with <', 'commit', commit({ author: 'author A <a<b> 1 +0000\n' }), 'badEmail'],
  ['no space before the date', 'commit', commit({ author: 'author A <a@b>1 +0000\n' }), 'missingSpaceBeforeDate'],
  ['a padded date', 'commit', commit({ author: 'author A <a@b> 01 +0000\n' }), 'zeroPaddedDate'],
  ['no date', 'commit', commit({ author: 'author A <a@b> x +0000\n' }), 'badDate'],
  ['a date beyond time', 'commit', commit({ author: 'author A <a@b> 99999999999999999999 +0000\n' }), 'badDateOverflow'],
  ['an odd zone', 'commit', commit({ author: 'author A <a@b> 1 +051800\n' }), 'badTimezone'],
  ['an empty mail', 'commit', commit({ author: 'author A <> 0 +0000\n' }), null],
  ['a good tag', 'tag', tag({}), null],
  ['an old tag', 'tag', tag({ tagger: '' }), null],
  ['a tag at nothing', 'tag', tag({ object: '' }), 'missingObject'],
  ['a tag at nonsense', 'tag', tag({ object: 'object xyz\n' }), 'badObjectSha1'],
  ['a tag without a type', 'tag', tag({ type: '' }), 'missingTypeEntry'],
  ['a tag of an unknown type', 'tag', tag({ type: 'type ship\n' }), 'badType'],
  ['a tag without a name', 'tag', tag({ tag: '' }), 'missingTagEntry'],
  ['a tag with a name of no ref', 'tag', tag({ tag: 'tag a..b\n' }), 'badTagName'],
  ['a tag with a malformed tagger', 'tag', tag({ tagger: 'tagger A\n' }), 'missingEmail'],
]

const modules: [string, string, string | null][] = [
  ['a good one', '[submodule "a"]\n\tpath = a\n\turl = https://example.org/a.git\n', null],
  ['a name that climbs', '[submodule "../a"]\n\turl = https://example.org/a.git\n', 'gitmodulesName'],
  ['a name that climbs with a backslash', '[submodule "a\\\\..\\\\b"]\n\turl = x\n', 'gitmodulesName'],
  ['an address that is an option', '[submodule "a"]\n\turl = --upload-pack=x\n', 'gitmodulesUrl'],
  ['an address with a line feed', '[submodule "a"]\n\turl = "https://example.org/\\nhost=evil"\n', 'gitmodulesUrl'],
  ['an address with an encoded line feed', '[submodule "a"]\n\turl = https://example.org/%0ahost=evil\n', 'gitmodulesUrl'],
  ['a path that is an option', '[submodule "a"]\n\tpath = -x\n', 'gitmodulesPath'],
  ['a command', '[submodule "a"]\n\tupdate = !rm -rf\n', 'gitmodulesUpdate'],
  ['no configuration at all', 'hello harbour = = [', null],
]

const attributes: [string, string, string | null][] = [
  ['short lines', '*.bin filter=lfs\n', null],
  ['a line of 2,047 bytes', `${'x'.repeat(2_047)}\n`, null],
  ['a line of 2,048 bytes', `*.a -text\n${'x'.repeat(2_048)}\n`, 'gitattributesLineLength'],
]

/** The output of `git fsck` without errors: with warnings only, it exits with 0. */
const remarks = new Set(['missingTaggerEntry', 'gitmodulesParse'])

let repo: GitFolder
const verdicts = new Map<string, string>()
const add = (type: ObjectType, body: Uint8Array): Oid => repo.text(['hash-object', '-t', type, '--literally', '-w', '--stdin'], body) as Oid

beforeAll(() => {
  repo = openGitFolder()
  add('blob', Buffer.alloc(0))
  add('tree', Buffer.alloc(0))
  for (const [, type, body] of objects) add(type, body)
  for (const [list, name] of [
    [modules, '.gitmodules'],
    [attributes, '.gitattributes'],
  ] as const)
    for (const [, text] of list) add('tree', tree(['100644', name, add('blob', Buffer.from(text))]))
  let report = ''
  try {
    repo.git(['fsck', '--strict', '--full', '--no-dangling'])
  } catch (error) {
    report = String((error as { stderr: Buffer }).stderr)
  }
  for (const line of report.split('\n')) {
    const [, oid = '', id = ''] = /^(?:error|warning) in \w+ ([0-9a-f]{40}): (\w+):/.exec(line) ?? []
    if (remarks.has(id)) continue
    // For objects it cannot read at all, it gives no reason.
    for (const named of id === '' && line.startsWith('error:') ? (line.match(/[0-9a-f]{40}/g) ?? []) : [oid]) {
      verdicts.set(named, `${verdicts.get(named) ?? ''} ${id || 'unreadable'}`.trim())
    }
  }
})
afterAll(() => repo[Symbol.dispose]())

function idOf(result: object | null): string | null {
  return result !== null && 'id' in result ? (result as ObjectProblem).id : null
}

test.for(objects)('%s (%s)', ([, type, body, id]) => {
  const check = { tree: checkTree, commit: checkCommit, tag: checkTag, blob: () => null }[type]
  expect(idOf(check(body))).toBe(id)
  const theirs = verdicts.get(objectOid(type, body)) ?? null
  if (id === null) expect(theirs).toBeNull()
  else
    expect(
      [id, 'unreadable', 'badTree'].some((word) => theirs?.split(' ').includes(word)),
      theirs ?? 'git let it pass',
    ).toBe(true)
})

test.for(modules)('.gitmodules: %s', ([, text, id]) => {
  expect(idOf(checkGitmodules(Buffer.from(text)))).toBe(id)
  expect(verdicts.get(objectOid('blob', Buffer.from(text))) ?? null).toBe(id)
})

test.for(attributes)('.gitattributes: %s', ([, text, id]) => {
  expect(idOf(checkGitattributes(Buffer.from(text)))).toBe(id)
  expect(verdicts.get(objectOid('blob', Buffer.from(text))) ?? null).toBe(id)
})

test.for(['.gitmodules', '.GITMODULES', '.gitmodules .', 'gitmod~1', 'GITMOD~4', 'gi7eba~1', 'gi7~1234', '.gitmo\u200cdules'])(
  '%s is .gitmodules',
  (name) => {
    const result = checkTree(tree(['100644', name]))
    expect('gitmodules' in result && result.gitmodules).toEqual([blob])
  },
)

test.for(['.gitmodules2', 'gitmod~5', 'gi7ebb~1', 'gitmodules', 'gi7eba~0'])('%s is not', (name) => {
  const result = checkTree(tree(['100644', name]))
  expect('gitmodules' in result && result.gitmodules).toEqual([])
})

test('what git would let pass and API clients could not read', () => {
  expect(idOf(checkTree(tree(['100644', Buffer.of(0xff, 0x41)])))).toBe('badName')
  expect(idOf(checkTree(Buffer.from('100644 a')))).toBe('badTree')
  expect(idOf(checkTree(Buffer.from('100644 a\0short')))).toBe('badTree')
})
