import { findHardware, type Hardware, hardware } from '@portolan/snippets'

/** The machine that somebody asks about: in the address so that a link shows the same, and in a cookie so that the next model does too. */
export interface MachineChoice {
  /** What was typed or linked, to show again. */
  readonly asked: string
  readonly hardware: Hardware | null
  /** One of the sizes that it comes with, in GB. */
  readonly memory: number | null
  /** What the words may mean, where they mean more than one thing; the nearest first. */
  readonly matches: readonly Hardware[]
}

export const machineCookie = 'portolan_machine'

const maxMatches = 12

/** The address wins over the cookie. `changed` when the address named a machine that the cookie does not hold. */
export function machineChoice(parameters: URLSearchParams, cookie: string | null): { choice: MachineChoice; changed: string | null } {
  const isAsked = parameters.has('hardware')
  const source = isAsked ? parameters : new URLSearchParams(cookie ?? '')
  const asked = (source.get('hardware') ?? '').trim().slice(0, 100)
  const { found, matches } = findByWords(asked)
  const wanted = Number(source.get('memory'))
  const memory = found === null ? null : (found.memory.find((size) => size === wanted) ?? found.memory[0] ?? null)
  const keep = found === null ? '' : new URLSearchParams({ hardware: found.id, memory: String(memory) }).toString()
  // Words that name nothing are no choice; an empty field forgets.
  const isChosen = isAsked && (found !== null || asked === '')
  return {
    choice: { asked: found?.name ?? asked, hardware: found, memory, matches },
    changed: isChosen && keep !== (cookie ?? '') ? keep : null,
  }
}

/** What the address says of the machine, for links that keep it. */
export function machineParameters(parameters: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    ['hardware', 'memory', 'context'].flatMap((name) => {
      const value = parameters.get(name)
      return value === null || value === '' ? [] : [[name, value.slice(0, 100)]]
    }),
  )
}

/** By id, by name, or by words that occur in maker and name. */
export function findByWords(text: string): { found: Hardware | null; matches: readonly Hardware[] } {
  if (text === '') return { found: null, matches: [] }
  const query = text.toLowerCase()
  const exact = findHardware(query) ?? hardware.find(({ name }) => name.toLowerCase() === query)
  if (exact) return { found: exact, matches: [] }
  const words = query.split(/[\s,()-]+/).filter((word) => word !== '')
  const matches = hardware
    .filter(({ id, make, name }) => words.every((word) => `${make} ${name} ${id}`.toLowerCase().includes(word)))
    .toSorted((a, b) => distance(a, query) - distance(b, query))
  return matches.length === 1 ? { found: matches[0] ?? null, matches: [] } : { found: null, matches: matches.slice(0, maxMatches) }
}

/** Names that begin with what was typed come first, then the shorter ones. */
function distance({ name }: Hardware, query: string): number {
  return (name.toLowerCase().startsWith(query) ? 0 : 1000) + name.length
}
