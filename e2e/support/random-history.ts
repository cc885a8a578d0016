/** Integers from a seed: the same history every time. */
export class RandomSource {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** An integer from 0 up to, but not including, `below` (mulberry32). */
  roll(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below)
  }

  chance(percent: number): boolean {
    return this.roll(100) < percent
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.roll(list.length)]
    if (item === undefined) throw new Error('Nothing to pick from')
    return item
  }
}

const words = [
  'tide',
  'harbour',
  'chart',
  'mole',
  'quay',
  'buoy',
  'kêl',
  'хвиля',
  '潮',
  'a b',
  'x.y',
  'données',
  "it's",
  'q"uote',
  '#hash',
  '%41',
  'emoji ⚓',
]

/** Returns a path for a file, sometimes deeply nested. No two differ only in case. */
export function randomPath(dice: RandomSource): string {
  const folders = Array.from({ length: dice.roll(4) }, () => `${dice.pick(words)} ${dice.roll(3)}`)
  return [...folders, `${dice.pick(words)}-${dice.roll(6)}.${dice.pick(['txt', 'json', 'py', 'md'])}`].join('/')
}

/** Returns a text of zero to a few thousand lines; sometimes mostly the previous one. */
export function randomText(dice: RandomSource, before?: string): string {
  if (before !== undefined && before.length > 0 && dice.chance(60)) {
    const lines = before.split('\n')
    lines[dice.roll(lines.length)] = `changed ${dice.roll(1_000_000)}`
    return lines.join('\n')
  }
  if (dice.chance(5)) return ''
  const lines = Array.from({ length: 1 + dice.roll(dice.chance(5) ? 3_000 : 40) }, () => `${dice.pick(words)} ${dice.roll(1_000_000)}`)
  return lines.join('\n') + (dice.chance(80) ? '\n' : '')
}

/** Returns a `git fast-import` stream: branches that fork and merge; changed, moved and deleted files; executables, links, both kinds of tags. */
export function randomHistory(dice: RandomSource): string {
  let out = ''
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`
  const tips = new Map<string, { mark: number; files: Map<string, string> }>()
  let mark = 0
  const commits = 1 + dice.roll(15)
  for (let i = 0; i < commits; i++) {
    const branch = i === 0 || dice.chance(60) ? 'main' : `feat/${dice.roll(3)}`
    const origin = tips.get(branch) ?? (tips.size > 0 ? dice.pick([...tips.values()]) : undefined)
    const files = new Map(origin?.files)
    const merged = tips.size > 1 && dice.chance(25) ? dice.pick([...tips.values()]) : undefined
    const who = `${dice.pick(['Ada', 'Bob', 'Jörg Łukasz'])} <${dice.pick(['ada@example.org', 'bob@example.org'])}> ${1_600_000_000 + i * 1000 + dice.roll(900)} ${dice.pick(['+0000', '-0330', '+1245'])}`
    mark++
    out += `commit refs/heads/${branch}\nmark :${mark}\nauthor ${who}\ncommitter ${who}\n${data(`${dice.pick(words)} ${i}${dice.chance(40) ? '\n\nWith a body.\n' : ''}`)}`
    if (origin) out += `from :${origin.mark}\n`
    if (merged && merged.mark !== origin?.mark) out += `merge :${merged.mark}\n`
    for (let change = 0; change < 1 + dice.roll(6); change++) {
      const existing = [...files.keys()]
      if (existing.length > 2 && dice.chance(20)) {
        const path = dice.pick(existing)
        files.delete(path)
        out += `D ${quoted(path)}\n`
        continue
      }
      const path = existing.length > 0 && dice.chance(40) ? dice.pick(existing) : randomPath(dice)
      // A folder cannot have the same path as a file.
      if (existing.some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`))) continue
      const isLink = !files.has(path) && dice.chance(5)
      const text = isLink ? 'somewhere/else' : randomText(dice, files.get(path))
      files.set(path, text)
      out += `M ${isLink ? '120000' : dice.chance(10) ? '100755' : '100644'} inline ${quoted(path)}\n${data(text)}`
    }
    out += '\n'
    tips.set(branch, { mark, files })
    if (dice.chance(15)) out += `reset refs/tags/light-${i}\nfrom :${mark}\n\n`
    if (dice.chance(15)) out += `tag note-${i}\nfrom :${mark}\ntagger ${who}\n${data('A tag.\n')}`
  }
  return out
}

function quoted(path: string): string {
  return `"${path.replaceAll('\\', String.raw`\\`).replaceAll('"', String.raw`\"`)}"`
}
