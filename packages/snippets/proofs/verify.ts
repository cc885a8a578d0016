import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Node, parse as parseJavaScript } from 'acorn'
import type { Hole, HoleSpan, Json } from '../src/code/index.ts'
import type { PrintedBlock } from './printed-block.ts'

/** An error in a printed block. */
export interface Problem {
  readonly block: PrintedBlock
  readonly what: string
}

/**
 * Parses blocks with the parsers of their languages: CPython's `ast`, acorn, bash, and for C# the rules of its string literals. For each block: it
 * parses; every value is one literal of its own, which evaluates to exactly the value; every identifier is one; every comment is in a comment; and
 * nothing that represents "absent" is printed. Because each value is one node, no value can change how the code around it parses.
 */
export function verify(blocks: readonly PrintedBlock[]): Problem[] {
  const of = (language: PrintedBlock['language']) => blocks.filter((block) => block.language === language)
  return [
    ...blocks.flatMap(leaks),
    ...verifyPython(of('python')),
    ...of('javascript').flatMap(verifyJavaScript),
    ...verifyShell(of('shell')),
    ...of('csharp').flatMap(verifyCsharp),
  ]
}

/** Blocks with the same text and the same values, once. */
export class DistinctBlocks {
  readonly #seen = new Map<string, PrintedBlock>()
  add(block: PrintedBlock): void {
    const key = `${block.language}\n${block.code}`
    if (!this.#seen.has(key)) this.#seen.set(key, block)
  }
  get list(): PrintedBlock[] {
    return [...this.#seen.values()]
  }
}

const absent = /\bundefined\b|\[object \w+\]|\bNaN\b/

function leaks(block: PrintedBlock): Problem[] {
  const own = withoutHoles(block)
  const found = absent.exec(own)?.[0]
  const problems = found === undefined ? [] : [{ block, what: `prints ${found}` }]
  for (const { hole } of block.holes) {
    if (
      hole.kind === 'json' &&
      (hole.value === null || (typeof hole.value === 'string' && /^(undefined|\[object \w+\])$/.test(hole.value)))
    )
      problems.push({ block, what: `prints ${JSON.stringify(hole.value)} for something absent` })
  }
  return problems
}

function withoutHoles({ code, holes }: PrintedBlock, put = ''): string {
  let out = ''
  let from = 0
  for (const { start, end } of holes) {
    out += code.slice(from, start) + put
    from = end
  }
  return out + code.slice(from)
}

/** The value a hole must evaluate to; `undefined` when it is not a value. */
function valueOf(hole: Hole): Json | undefined {
  return hole.kind === 'json' ? normal(hole.value) : hole.kind === 'fill' ? hole.text : undefined
}

/** Numbers that JSON cannot represent are printed as null. */
function normal(value: Json): Json {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (Array.isArray(value)) return (value as readonly Json[]).map(normal)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, normal(each as Json)]))
  return value
}

function verifyPython(blocks: readonly PrintedBlock[]): Problem[] {
  if (blocks.length === 0) return []
  const input = blocks.map(({ code, holes }, index) => {
    const points = codePointOffsets(code)
    return `${JSON.stringify({
      index,
      code,
      holes: holes.map(({ hole, start, end }) => ({
        kind: hole.kind,
        value: valueOf(hole) ?? null,
        start: points(start),
        end: points(end),
      })),
    })}\n`
  })
  const done = spawnSync('python3', [join(import.meta.dirname, 'verify.py')], {
    input: input.join(''),
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  })
  if (done.status !== 0) throw new Error(`verify.py ended with ${done.status}: ${done.stderr || String(done.error)}`)
  const answers = done.stdout.split('\n').filter((line) => line !== '')
  const last = answers.pop()
  if (last !== `"${blocks.length} read"`) throw new Error(`verify.py read something else: ${last}`)
  return answers.map((line) => {
    const { index, what } = JSON.parse(line) as { index: number; what: string }
    return { block: blocks[index] as PrintedBlock, what }
  })
}

/** Converts offsets in UTF-16 units to offsets in code points. */
function codePointOffsets(code: string): (offset: number) => number {
  if (!/[\ud800-\udbff]/.test(code)) return (offset) => offset
  return (offset) => Array.from(code.slice(0, offset)).length
}

function verifyJavaScript(block: PrintedBlock): Problem[] {
  let tree
  try {
    tree = parseJavaScript(block.code, { ecmaVersion: 'latest', sourceType: 'module' })
  } catch (error) {
    return [{ block, what: `does not parse: ${error instanceof Error ? error.message : String(error)}` }]
  }
  const nodes = new Map<string, Node[]>()
  for (const node of nodesOf(tree)) {
    const key = `${node.start}:${node.end}`
    nodes.set(key, [...(nodes.get(key) ?? []), node])
  }
  return block.holes.flatMap(({ hole, start, end }) => {
    const text = block.code.slice(start, end)
    if (hole.kind === 'comment')
      return text.split('\n').every((line) => line.trimStart().startsWith('//')) ? [] : [{ block, what: `no comment: ${text}` }]
    const found = nodes.get(`${start}:${end}`) ?? []
    if (hole.kind === 'identifier') return /^[A-Za-z_]\w*$/.test(text) ? [] : [{ block, what: `no identifier: ${text}` }]
    const expected = valueOf(hole)
    if (expected === undefined) return []
    const isEqual = found.some((node) => {
      const value = evaluate(node as unknown as Expression)
      return value !== undefined && JSON.stringify(value.is) === JSON.stringify(expected)
    })
    return isEqual ? [] : [{ block, what: `no literal of ${JSON.stringify(expected).slice(0, 200)}: ${text.slice(0, 200)}` }]
  })
}

/** The node and all its descendants. */
function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node) as unknown[])
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) if (isNode(child)) yield* nodesOf(child)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

interface Expression {
  readonly type: string
  readonly value?: unknown
  readonly operator?: string
  readonly argument?: Expression
  readonly elements?: readonly Expression[]
  readonly properties?: readonly { readonly key: Expression & { readonly name?: string }; readonly value: Expression }[]
}

/** The JSON value of a literal expression, boxed; `undefined` when it is not a literal. */
function evaluate(node: Expression): { is: unknown } | undefined {
  if (node.type === 'Literal') return { is: node.value }
  if (node.type === 'UnaryExpression' && node.operator === '-' && typeof node.argument?.value === 'number')
    return { is: -node.argument.value }
  if (node.type === 'ArrayExpression') {
    const items = (node.elements ?? []).map(evaluate)
    return items.every((item) => item !== undefined) ? { is: items.map((item) => item.is) } : undefined
  }
  if (node.type !== 'ObjectExpression') return undefined
  const entries: [string, unknown][] = []
  for (const { key, value } of node.properties ?? []) {
    const item = evaluate(value)
    if (item === undefined) return undefined
    entries.push([key.name ?? String(key.value), item.is])
  }
  return { is: Object.fromEntries(entries) }
}

function verifyShell(blocks: readonly PrintedBlock[]): Problem[] {
  if (blocks.length === 0) return []
  const folder = mkdtempSync(join(tmpdir(), 'portolan-shell-'))
  try {
    return [...shellSyntax(blocks, folder), ...shellWords(blocks, folder), ...blocks.flatMap(shellPlaces)]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** `bash -n`, first on all blocks as functions of one script; only if that fails, one by one to find the cause. */
function shellSyntax(blocks: readonly PrintedBlock[], folder: string): Problem[] {
  const parses = (file: string, script: string) => {
    writeFileSync(join(folder, file), script)
    const done = spawnSync('bash', ['-n', join(folder, file)], { encoding: 'utf8', maxBuffer: 1 << 28 })
    return done.status === 0 && done.stderr === '' ? null : done.stderr
  }
  const batches = Array.from({ length: Math.ceil(blocks.length / 500) }, (_, i) => blocks.slice(i * 500, i * 500 + 500))
  return batches.flatMap((batch) => {
    if (parses('all.sh', batch.map(({ code }, i) => `b${i}() {\n:\n${code}\n}\n`).join('')) === null) return []
    return batch.flatMap((block) => {
      const error = parses('one.sh', block.code)
      return error === null ? [] : [{ block, what: `does not parse: ${error}` }]
    })
  })
}

/** Each value, evaluated by bash, equals its text. */
function shellWords(blocks: readonly PrintedBlock[], folder: string): Problem[] {
  const words = blocks.flatMap((block) =>
    block.holes.flatMap(({ hole, start, end }) => {
      const value = hole.kind === 'document' ? normal(hole.value) : valueOf(hole)
      return value === undefined ? [] : [{ block, text: block.code.slice(start, end), value, isDocument: hole.kind === 'document' }]
    }),
  )
  const file = join(folder, 'words.sh')
  writeFileSync(file, words.map(({ text }) => `printf '%s\\0' ${text}\n`).join(''))
  const done = spawnSync('bash', ['--norc', file], { maxBuffer: 1 << 30, env: { LC_ALL: 'C.UTF-8' } })
  const texts = done.stdout.toString('utf8').split('\0')
  if (done.status !== 0 || texts.length !== words.length + 1)
    return [
      {
        block: words[0]?.block ?? (blocks[0] as PrintedBlock),
        what: `words of shell blocks cannot be evaluated: ${done.stderr.toString()}`,
      },
    ]
  return words.flatMap(({ block, text, value, isDocument }, i) => {
    if (isDocument) {
      const isSame = JSON.stringify(parsed(texts[i] ?? '')) === JSON.stringify(value)
      return isSame ? [] : [{ block, what: `${text.slice(0, 200)} is not the JSON ${JSON.stringify(value).slice(0, 200)}` }]
    }
    const expected = (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('\0', '').toWellFormed()
    return texts[i] === expected ? [] : [{ block, what: `${text.slice(0, 200)} is not the word ${JSON.stringify(expected).slice(0, 200)}` }]
  })
}

/** The value of a text as JSON; `undefined` when it is not JSON, which equals no value. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/**
 * A value's quotes only work if no others are open: an even number of each before it on its line. A line continues after a single backslash: two are
 * a word of their own, which every parser accepts.
 */
function shellPlaces(block: PrintedBlock): Problem[] {
  const problems: Problem[] = []
  if (/\\\\(?:\n|$)|\\n/.test(withoutHoles(block).replaceAll("'%s\\n'", '').replaceAll("tr -d '\\n'", '')))
    problems.push({ block, what: 'two backslashes, where one continues the line' })
  let before = ''
  let from = 0
  for (const { hole, start, end } of block.holes) {
    before += block.code.slice(from, start)
    from = end
    const line = before.slice(before.lastIndexOf('\n') + 1)
    if (hole.kind === 'comment') {
      if (!block.code.slice(start, end).startsWith('#')) problems.push({ block, what: 'a comment that is none' })
    } else if (hole.kind !== 'env' && (/(?:^|\s)#/.test(line) || odd(line, '"') || odd(line, "'"))) {
      problems.push({ block, what: `a value inside of quotes or a comment: ${line}` })
    }
  }
  return problems
}

function odd(line: string, quote: string): boolean {
  return (line.split(quote).length - 1) % 2 === 1
}

/** There is no C# parser here: its strings are checked by the rules of regular string literals, and brackets outside of them must be balanced. */
function verifyCsharp(block: PrintedBlock): Problem[] {
  const problems = block.holes.flatMap(({ hole, start, end }: HoleSpan) => {
    const text = block.code.slice(start, end)
    const value = valueOf(hole)
    if (value === undefined) return []
    const expected = typeof value === 'string' ? value : JSON.stringify(value)
    const body = /^"((?:[^"\\\n\r]|\\["\\nrt]|\\u[0-9a-f]{4}|\\U[0-9a-f]{8})*)"$/.exec(text)?.[1]
    const read = body?.replaceAll(
      /\\(?:(["\\nrt])|u([0-9a-f]{4})|U([0-9a-f]{8}))/g,
      (_, plain: string | undefined, four: string | undefined, eight: string | undefined) =>
        plain === undefined
          ? String.fromCodePoint(Number.parseInt(four ?? eight ?? '', 16))
          : ({ n: '\n', r: '\r', t: '\t' }[plain] ?? plain),
    )
    return read === expected ? [] : [{ block, what: `no literal of ${JSON.stringify(expected)}: ${text}` }]
  })
  const rest = withoutHoles(block, '0')
    .replaceAll(/\/\/.*/g, '')
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '0')
  const depth = [...rest].reduce((open, character) => open + ('([{'.includes(character) ? 1 : ')]}'.includes(character) ? -1 : 0), 0)
  return depth === 0 ? problems : [...problems, { block, what: 'brackets do not match' }]
}
