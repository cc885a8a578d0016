import { expect, test } from 'vitest'
import { oidToBytes, type Oid } from '../oid.ts'
import { changedItems } from './changed-items.ts'
import { checkTree } from './check-tree.ts'

const oid = (n: number) => n.toString(16).padStart(40, '1') as Oid
const item = (mode: string, name: string, n: number | string) =>
  Buffer.concat([Buffer.from(`${mode} ${name}\0`), typeof n === 'number' ? oidToBytes(oid(n)) : Buffer.from(n, 'hex')])
const tree = (...items: Buffer[]) => Buffer.concat(items)
const one = tree(item('100644', 'a', 1), item('40000', 'b', 2), item('120000', 'f', 3), item('100755', 'z'.repeat(600), 4))

test('a tree to compare with is in order', () => expect('items' in checkTree(one)).toBe(true))

test('what points elsewhere is told, wherever it stands and whatever bytes its id has', () => {
  expect(changedItems(one, one)).toEqual([])
  const other = tree(item('100644', 'a', 9), item('40000', 'b', 2), item('120000', 'f', 8), item('100755', 'z'.repeat(600), 7))
  expect(changedItems(other, one)).toEqual([
    { mode: '100644', name: 'a', oid: oid(9), before: oid(1) },
    { mode: '120000', name: 'f', oid: oid(8), before: oid(3) },
    { mode: '100755', name: 'z'.repeat(600), oid: oid(7), before: oid(4) },
  ])
  // Zeros and spaces in ids do not end names.
  for (const id of [`00${'20'.repeat(19)}`, `${'20'.repeat(10)}${'00'.repeat(9)}01`, `${'11'.repeat(19)}00`]) {
    const odd = tree(item('100644', 'a', id), item('40000', 'b', 2), item('120000', 'f', 3), item('100755', 'z'.repeat(600), 4))
    expect(changedItems(odd, one)).toEqual([{ mode: '100644', name: 'a', oid: id, before: oid(1) }])
    expect(changedItems(one, odd)).toEqual([{ mode: '100644', name: 'a', oid: oid(1), before: id }])
  }
})

test('other names, modes, numbers of items, and ids of zeros are for the whole check', () => {
  const rest = [item('120000', 'f', 3), item('100755', 'z'.repeat(600), 4)]
  for (const other of [
    tree(item('100644', 'c', 1), item('40000', 'b', 2), ...rest),
    tree(item('100755', 'a', 1), item('40000', 'b', 2), ...rest),
    tree(item('100644', 'a', 1), item('40000', '\0', 2), ...rest),
    tree(item('100644', 'a', '0'.repeat(40)), item('40000', 'b', 2), ...rest),
    one.subarray(0, one.length - 1),
    tree(one, item('100644', 'zz', 5)),
    Buffer.alloc(one.length),
  ])
    expect(changedItems(other, one)).toBeNull()
})

test('whatever is said to differ in ids only passes the whole check, too', () => {
  let state = 7
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
  for (let round = 0; round < 20_000; round++) {
    const other = Buffer.from(one)
    for (let n = 0; n <= random(4); n++) other[random(other.length)] = random(3) === 0 ? random(256) : random(2) * 0x20
    const changed = changedItems(other, one)
    if (changed === null) continue
    const whole = checkTree(other)
    expect('items' in whole).toBe(true)
    const before = checkTree(one)
    if (!('items' in whole && 'items' in before)) continue
    const expected = whole.items.flatMap((now, i) => (now.oid === before.items[i]?.oid ? [] : [{ ...now, before: before.items[i]?.oid }]))
    expect(changed).toEqual(expected)
  }
})
