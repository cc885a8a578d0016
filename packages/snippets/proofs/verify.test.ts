import { describe, expect, test } from 'vitest'
import { type Block, comment, cs, fill, js, type Language, printWithHoles, py, sh } from '../src/code/index.ts'
import type { PrintedBlock } from './printed-block.ts'
import { verify } from './verify.ts'

/** The proofs are only worth what they detect: each of these is wrong, and is detected. */
function printed(code: Block, change: (text: string) => string = (text) => text): PrintedBlock {
  const block = printWithHoles(code)
  return { id: 'x/y', role: 'load', language: code.language, code: change(block.code), holes: block.holes }
}

const problems = (block: PrintedBlock) => verify([block]).map(({ what }) => what)

describe('what is right passes', () => {
  const hostile = 'a"\'\\\n`$(id)` \u202e 😀 ${x}'
  test.for([
    ['Python', py`f(${hostile}, x=${{ a: [1, -2.5, true, null], 'b"': '' }})  ${comment('one\ntwo')}`],
    ['JavaScript', js`f(${hostile}, ${{ a: [1, -2.5, true, null], __proto__x: '' }}) ${comment('a')}`],
    ['shell', sh`hf download ${hostile} --x=${'a b'} ${fill('a file')}`],
    ['C#', cs`var a = ${hostile};`],
  ] as const)('%s', ([, block]) => {
    expect(problems(printed(block))).toEqual([])
  })
})

describe('what is wrong is found', () => {
  test.for([
    ['Python that does not parse', py`f(${'a'}`],
    ['a value inside of a Python string', py`f("x ${'a'}")`],
    ['two Python strings that become one', py`f(${'a'}${'b'})`],
    ['a value that starts a longer expression', py`f(${'a'}.b${1})`],
    ['an escape that Python does not know', py`f("\d", ${'a'})`],
    ['JavaScript that does not parse', js`f(${'a'}`],
    ['a value inside of a template', js`f(${'`'}${'a'})`],
    ['a shell word in quotes', sh`hf download "${'a b'}"`],
    ['a shell word in a comment', sh`# about ${'a'}`],
    ['shell that does not parse', sh`if ${'a'}`],
    [
      'a shell line that ends in two backslashes',
      sh`hf download \\\\
${'a'}`,
    ],
    ['an absent thing in the text', py`f(undefined, ${'a'})`],
    ['null for something absent', py`f(${null})`],
    ['an object for something absent', js`f(${'[object Object]'})`],
    ['C# brackets', cs`f(${'a'};`],
  ] as const)('%s', ([, block]) => {
    expect(problems(printed(block))).not.toEqual([])
  })

  test.for([
    ['python', py`f(${'calm sea'})`],
    ['javascript', js`f(${'calm sea'})`],
    ['shell', sh`f ${'calm sea'}`],
    ['csharp', cs`f(${'calm sea'});`],
  ] as const satisfies readonly (readonly [Language, Block])[])('a literal of another value in %s', ([, block]) => {
    expect(problems(printed(block, (text) => text.replace('calm', 'wild')))).not.toEqual([])
  })
})
