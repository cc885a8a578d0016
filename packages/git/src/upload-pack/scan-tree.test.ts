import { expect, test } from 'vitest'
import { oidFromBytes, type Oid } from '../oid.ts'
import { encodeTree, type TreeItem } from '../tree.ts'
import { newItems } from './scan-tree.ts'

const oid = (n: number) => n.toString(16).padStart(40, '0') as Oid
const file = (name: string, n: number): TreeItem => ({ mode: '100644', name, oid: oid(n) })
const folder = (name: string, n: number): TreeItem => ({ mode: '40000', name, oid: oid(n) })
const many = Array.from({ length: 300 }, (_, n) => file(`file-${n}`, n + 1_000))

/** The new items in readable form: kind, id, ids of the earlier versions. */
function said(body: Buffer, earlier: readonly Buffer[]): string[] {
  return newItems(body, earlier).map(({ isTree, oidAt, before }) => {
    const at = (tree: Buffer, start: number) => Number.parseInt(oidFromBytes(tree.subarray(start, start + 20)), 16)
    const ids = before.map(({ tree, oidAt: start }) => at(earlier[tree] as Buffer, start))
    return `${isTree ? 'tree' : 'blob'} ${at(body, oidAt)} after ${ids.join(' ') || 'nothing'}`
  })
}

const tree = (...items: TreeItem[]) => encodeTree(items)

test.for([
  ['the same', tree(...many), [tree(...many)], []],
  ['from nothing', tree(file('a', 1), folder('b', 2)), [], ['blob 1 after nothing', 'tree 2 after nothing']],
  ['an empty tree', tree(), [tree(...many)], []],
  ['after an empty tree', tree(file('a', 1)), [tree()], ['blob 1 after nothing']],
  [
    'two changed',
    tree(...many.with(3, file('file-3', 1)).with(250, file('file-250', 2))),
    [tree(...many)],
    ['blob 2 after 1250', 'blob 1 after 1003'],
  ],
  ['one added', tree(...many, file('g', 7)), [tree(...many)], ['blob 7 after nothing']],
  ['one removed', tree(...many.slice(1)), [tree(...many)], []],
  ['renamed to a name as long', tree(...many.with(5, file('eile-5', 1_005))), [tree(...many)], ['blob 1005 after nothing']],
  ['a file that became a folder', tree(folder('a', 2)), [tree(file('a', 1))], ['tree 2 after nothing']],
  ['a folder changed', tree(folder('a', 2), file('b', 1)), [tree(folder('a', 3), file('b', 1))], ['tree 2 after 3']],
  ['only its mode', tree({ mode: '100755', name: 'a', oid: oid(1) }), [tree(file('a', 1))], []],
  ['a submodule', tree({ mode: '160000', name: 'a', oid: oid(1) }), [tree({ mode: '160000', name: 'a', oid: oid(2) })], []],
  [
    'a merge',
    tree(file('a', 1), file('b', 2), file('c', 9)),
    [tree(file('a', 1), file('b', 5), file('c', 7)), tree(file('a', 6), file('b', 2), file('c', 8))],
    ['blob 9 after 7 8'],
  ],
] as const)('%s', ([, body, earlier, expected]) => {
  expect(said(body, earlier)).toEqual(expected)
})

test.for([Buffer.from('100644 a'), Buffer.from('100644 a\0short'), Buffer.from('100644\0' + 'x'.repeat(20))])('malformed: %j', (body) => {
  expect(() => newItems(body, [])).toThrow('malformed')
})
