import { globSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { importsOf, read, root, sourcesBelow } from './sources.ts'

/*
 * Layers are folders that may import only from the layers below them. `npm run check` reports imports of higher layers (type imports included) and
 * compares the drawing in docs/map.md with the code; `npm run map` writes the drawing.
 */

interface LayeredTree {
  /** The folder that contains the layers. */
  readonly base: string
  /** From the lowest to the highest. */
  readonly layers: readonly string[]
  /** Whether the folders in a layer are modules: imported through their `index.ts` only, and without cycles. */
  readonly hasModules: boolean
  /** Files next to the layers that every layer may import. */
  readonly shared: readonly string[]
}

/** Modules whose files may be imported directly. */
const openModules = new Set(['db', 'blobs'])
/** Maximum share of a layer in the lines of its tree. A larger one should be split. */
const maxShare = 0.25
const maxLayers = 9

export const layeredTrees: readonly LayeredTree[] = [
  {
    base: 'packages/hub/src',
    layers: ['foundation', 'identity', 'repository', 'community', 'changes', 'products', 'operations'],
    hasModules: true,
    shared: ['hub.ts', 'hub-state.ts', 'hub-cache.ts', 'uid.ts', 'config.ts', 'logger.ts'],
  },
  { base: 'apps/web/app', layers: ['lib', 'ui', 'features', 'routes'], hasModules: false, shared: [] },
]

const notProduct = /\.(?:test|contract)\.tsx?$|\/testing\/|\/\+types\//

interface Use {
  readonly path: string
  readonly specifier: string
  readonly typeOnly: boolean
  /** Path segments below the base, of the importing and the imported file. */
  readonly from: readonly string[]
  readonly to: readonly string[]
}

/** One line per broken rule. */
export function layerProblems(base = root): string[] {
  return [...layeredTrees.flatMap((tree) => problemsOf(tree, base)), ...drawingProblems(base)]
}

function problemsOf(tree: LayeredTree, top: string): string[] {
  const problems: string[] = []
  const { base, layers, shared, hasModules } = tree
  if (layers.length > maxLayers) problems.push(`${base}: ${layers.length} layers, at most ${maxLayers}`)
  const modules = new Map<string, Map<string, string>>()
  for (const use of usesIn(tree, top)) {
    const [own = '', other = ''] = [use.from[0], use.to[0]]
    const at = use.from.length === 1 ? (shared.includes(own) ? -1 : Infinity) : layers.indexOf(own)
    const up = use.to.length === 1 ? (shared.includes(other) ? -1 : Infinity) : layers.indexOf(other)
    // Shared files describe the hub as a whole, so they may import types of the lowest layer.
    if (at === -1 && use.typeOnly && up <= 0) continue
    if (up > at)
      problems.push(`${use.path}: ${use.specifier} imports a higher layer, from ${at === -1 ? 'a shared file' : own} to ${other}`)
    if (!hasModules || use.to.length < 3) continue
    const [module, target] = [`${own}/${use.from[1]}`, `${other}/${use.to[1]}`]
    if (module === target || use.from.length < 3 || use.typeOnly) continue
    if (use.to.slice(2).join('/') !== 'index.ts' && !openModules.has(use.to[1] ?? ''))
      problems.push(`${use.path}: import ${target} through ${target}/index.ts`)
    modules.set(module, (modules.get(module) ?? new Map<string, string>()).set(target, use.path))
  }
  return [...problems, ...cycles(modules), ...sizeProblems(tree, top), ...(hasModules ? introProblems(tree, top) : [])]
}

/** Reports folders that are not layers, and layers that are too large. */
function sizeProblems({ base, layers }: LayeredTree, top: string): string[] {
  const lines = linesOf(base, top)
  const total = [...lines.values()].reduce((sum, n) => sum + n, 0)
  const folders = readdirSync(join(top, base), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const unknown = folders.map(({ name }) => name).filter((name) => !layers.includes(name) && !['testing', 'styles'].includes(name))
  const large = base.startsWith('packages/') ? [...lines].filter(([, n]) => n > maxShare * total) : []
  return [
    ...unknown.map((name) => `${base}/${name} is not a layer: add it in scripts/check/layers.ts`),
    ...large.map(([name, n]) => `${base}/${name} has ${Math.round((100 * n) / total)} % of the lines, more than ${100 * maxShare} %`),
  ]
}

/** The `index.ts` of a layer starts with a comment about its contents. */
function introProblems({ base, layers }: LayeredTree, top: string): string[] {
  return layers.flatMap((layer) =>
    introOf(read(`${base}/${layer}/index.ts`, top)) === null
      ? [`${base}/${layer}/index.ts does not start with a comment about its contents`]
      : [],
  )
}

function introOf(index: string): string | null {
  const found = /^\/\*\*\s*([\s\S]*?)\s*\*\//.exec(index)?.[1]
  return found === undefined ? null : found.replaceAll(/\s*\n\s*\*\s*/g, ' ').replace(/^\*\s*/, '')
}

function usesIn({ base }: LayeredTree, top: string): Use[] {
  return sourcesBelow(base, top)
    .filter((path) => !notProduct.test(path))
    .flatMap((path) =>
      importsOf(read(path, top)).flatMap(({ specifier, typeOnly }): Use[] => {
        if (!specifier.startsWith('.') || specifier.includes('+types')) return []
        const to = relative(base, join(dirname(path), specifier))
        if (to.startsWith('..') || to.endsWith('.css')) return []
        return [{ path, specifier, typeOnly, from: relative(base, path).split('/'), to: to.split('/') }]
      }),
    )
}

/** Lines of code per layer, without tests. */
function linesOf(base: string, top: string): Map<string, number> {
  const lines = new Map<string, number>()
  for (const path of sourcesBelow(base, top)) {
    const [layer, ...rest] = relative(base, path).split('/')
    if (layer === undefined || rest.length === 0 || notProduct.test(path)) continue
    lines.set(layer, (lines.get(layer) ?? 0) + read(path, top).split('\n').length)
  }
  return lines
}

function cycles(edges: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  const found: string[] = []
  const done = new Set<string>()
  const walk = (module: string, trail: readonly string[]): void => {
    const start = trail.indexOf(module)
    if (start >= 0) {
      const ring = [...trail.slice(start), module]
      const files = ring.slice(1).map((next, i) => edges.get(ring[i] ?? '')?.get(next))
      found.push(`modules import each other in a cycle: ${ring.join(' → ')} (${files.join(', ')})`)
      return
    }
    if (done.has(module)) return
    for (const next of edges.get(module)?.keys() ?? []) walk(next, [...trail, module])
    done.add(module)
  }
  for (const module of edges.keys()) walk(module, [])
  return found
}

const marks = ['<!-- layers: written by `npm run map` -->', '<!-- /layers -->'] as const

/** The layers of the hub from the top down, with their modules and the layers that they import. */
export function drawing(top = root): string {
  const tree = layeredTrees[0]
  if (!tree) return ''
  const { base, layers } = tree
  const uses = usesIn(tree, top)
  const rows = layers.toReversed().map((layer, i) => {
    const modules = globSync(`${base}/${layer}/*/`, { cwd: top })
      .map((path) => relative(join(base, layer), path))
      .sort()
    const below = layers.filter(
      (other) => other !== layer && uses.some(({ from, to }) => from[0] === layer && to[0] === other && to.length > 1),
    )
    const intro = introOf(read(`${base}/${layer}/index.ts`, top)) ?? ''
    return [
      `${layers.length - i}  ${layer}${below.length === 0 ? '' : `  → ${below.toReversed().join(', ')}`}`,
      ...wrap(modules.join(' · '), 110).map((line) => `     ${line}`),
      ...wrap(intro, 110).map((line) => `     # ${line}`),
    ].join('\n')
  })
  return ['```text', ...rows, '```'].join('\n')
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

const map = 'docs/map.md'

function drawn(top: string): { before: string; now: string; after: string } | null {
  const text = read(map, top)
  const [start, end] = marks.map((mark) => text.indexOf(mark))
  if (start === undefined || end === undefined || start < 0 || end < start) return null
  const from = start + marks[0].length
  return { before: text.slice(0, from), now: text.slice(from, end).trim(), after: text.slice(end) }
}

function drawingProblems(top: string): string[] {
  const found = drawn(top)
  if (found === null) return [`${map} has no markers for the drawing of the layers`]
  return found.now === drawing(top) ? [] : [`The drawing of the layers in ${map} is out of date: run npm run map`]
}

if (import.meta.main) {
  const found = drawn(root)
  if (found === null) throw new Error(`${map} has no lines ${marks.join(' and ')}`)
  writeFileSync(join(root, map), `${found.before}\n${drawing()}\n${found.after}`)
}
