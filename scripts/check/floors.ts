import { globSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { importsOf, read, root, sourcesBelow } from './sources.ts'

/*
 * The floors of the source trees: folders that stand above one another, each of which uses only those below it. `npm run check` refuses an import that
 * leads up, of types too, and compares the drawing in docs/map.md with the code; `npm run map` writes the drawing.
 */

interface House {
  /** Folder whose folders are the floors. */
  readonly base: string
  /** From the ground up. */
  readonly floors: readonly string[]
  /** Whether the folders of a floor are rooms, which meet only through their `index.ts` and do not need each other in a circle. */
  readonly hasRooms: boolean
  /** Files beside the floors that every floor may use. */
  readonly ground: readonly string[]
}

/** Values of a room's files may be imported file by file: they are what the room is. */
const openRooms = new Set(['db', 'blobs'])
/** Of all lines of a house; a floor that is larger wants to be two. */
const largestShare = 0.25
const mostFloors = 9

export const houses: readonly House[] = [
  {
    base: 'packages/hub/src',
    floors: ['foundation', 'identity', 'repository', 'community', 'changes', 'products', 'operations'],
    hasRooms: true,
    ground: ['hub.ts', 'hub-state.ts', 'hub-cache.ts', 'uid.ts', 'config.ts', 'logger.ts'],
  },
  { base: 'apps/web/app', floors: ['lib', 'ui', 'features', 'routes'], hasRooms: false, ground: [] },
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

/** One line per broken rule; empty when all is well. */
export function floorProblems(base = root): string[] {
  return [...houses.flatMap((house) => problemsOf(house, base)), ...drawingProblems(base)]
}

function problemsOf(house: House, top: string): string[] {
  const problems: string[] = []
  const { base, floors, ground, hasRooms } = house
  if (floors.length > mostFloors) problems.push(`${base}: ${floors.length} floors, at most ${mostFloors}`)
  const rooms = new Map<string, Map<string, string>>()
  for (const use of usesIn(house, top)) {
    const [own = '', other = ''] = [use.from[0], use.to[0]]
    const at = use.from.length === 1 ? (ground.includes(own) ? -1 : Infinity) : floors.indexOf(own)
    const up = use.to.length === 1 ? (ground.includes(other) ? -1 : Infinity) : floors.indexOf(other)
    // What the ground says of types is not a use: `Hub` names what it is made of.
    if (at === -1 && use.typeOnly && up <= 0) continue
    if (up > at) problems.push(`${use.path}: ${use.specifier} leads up, from ${at === -1 ? 'the ground' : own} to ${other}`)
    if (!hasRooms || use.to.length < 3) continue
    const [room, target] = [`${own}/${use.from[1]}`, `${other}/${use.to[1]}`]
    if (room === target || use.from.length < 3 || use.typeOnly) continue
    if (use.to.slice(2).join('/') !== 'index.ts' && !openRooms.has(use.to[1] ?? ''))
      problems.push(`${use.path}: import ${target} through ${target}/index.ts`)
    rooms.set(room, (rooms.get(room) ?? new Map<string, string>()).set(target, use.path))
  }
  return [...problems, ...circles(rooms), ...sizeProblems(house, top), ...(hasRooms ? introProblems(house, top) : [])]
}

/** Folders that are no floor, and floors that are too large. */
function sizeProblems({ base, floors }: House, top: string): string[] {
  const lines = linesOf(base, top)
  const total = [...lines.values()].reduce((sum, n) => sum + n, 0)
  const folders = readdirSync(join(top, base), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const strange = folders.map(({ name }) => name).filter((name) => !floors.includes(name) && !['testing', 'styles'].includes(name))
  const large = base.startsWith('packages/') ? [...lines].filter(([, n]) => n > largestShare * total) : []
  return [
    ...strange.map((name) => `${base}/${name} is no floor: name it in scripts/check/floors.ts`),
    ...large.map(([name, n]) => `${base}/${name} has ${Math.round((100 * n) / total)} % of the lines, more than ${100 * largestShare} %`),
  ]
}

/** The first lines of a floor's `index.ts` say what lives there. */
function introProblems({ base, floors }: House, top: string): string[] {
  return floors.flatMap((floor) =>
    introOf(read(`${base}/${floor}/index.ts`, top)) === null ? [`${base}/${floor}/index.ts says not what lives there`] : [],
  )
}

function introOf(index: string): string | null {
  const found = /^\/\*\*\s*([\s\S]*?)\s*\*\//.exec(index)?.[1]
  return found === undefined ? null : found.replaceAll(/\s*\n\s*\*\s*/g, ' ').replace(/^\*\s*/, '')
}

function usesIn({ base }: House, top: string): Use[] {
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

/** Lines of code per floor, without tests. */
function linesOf(base: string, top: string): Map<string, number> {
  const lines = new Map<string, number>()
  for (const path of sourcesBelow(base, top)) {
    const [floor, ...rest] = relative(base, path).split('/')
    if (floor === undefined || rest.length === 0 || notProduct.test(path)) continue
    lines.set(floor, (lines.get(floor) ?? 0) + read(path, top).split('\n').length)
  }
  return lines
}

function circles(edges: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  const found: string[] = []
  const done = new Set<string>()
  const walk = (room: string, trail: readonly string[]): void => {
    const start = trail.indexOf(room)
    if (start >= 0) {
      const ring = [...trail.slice(start), room]
      const files = ring.slice(1).map((next, i) => edges.get(ring[i] ?? '')?.get(next))
      found.push(`rooms need each other: ${ring.join(' → ')} (${files.join(', ')})`)
      return
    }
    if (done.has(room)) return
    for (const next of edges.get(room)?.keys() ?? []) walk(next, [...trail, room])
    done.add(room)
  }
  for (const room of edges.keys()) walk(room, [])
  return found
}

const marks = ['<!-- floors: written by `npm run map` -->', '<!-- /floors -->'] as const

/** The floors of the hub from the top down: what each is, its rooms, and which floors they use. */
export function drawing(top = root): string {
  const house = houses[0]
  if (!house) return ''
  const { base, floors } = house
  const uses = usesIn(house, top)
  const rows = floors.toReversed().map((floor, i) => {
    const rooms = globSync(`${base}/${floor}/*/`, { cwd: top })
      .map((path) => relative(join(base, floor), path))
      .sort()
    const below = floors.filter(
      (other) => other !== floor && uses.some(({ from, to }) => from[0] === floor && to[0] === other && to.length > 1),
    )
    const intro = introOf(read(`${base}/${floor}/index.ts`, top)) ?? ''
    return [
      `${floors.length - i}  ${floor}${below.length === 0 ? '' : `  → ${below.toReversed().join(', ')}`}`,
      ...wrap(rooms.join(' · '), 110).map((line) => `     ${line}`),
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
  if (found === null) return [`${map} has no place for the drawing of the floors`]
  return found.now === drawing(top) ? [] : [`The drawing of the floors in ${map} is not what the code is: run npm run map`]
}

if (import.meta.main) {
  const found = drawn(root)
  if (found === null) throw new Error(`${map} has no lines ${marks.join(' and ')}`)
  writeFileSync(join(root, map), `${found.before}\n${drawing()}\n${found.after}`)
}
