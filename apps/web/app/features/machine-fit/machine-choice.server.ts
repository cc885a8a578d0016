import { findHardware, type Hardware, hardware } from '@portolan/snippets'

/** The user's machine. Kept in the URL so that a link shows the same result, and in a cookie so that it applies to the next model. */
export interface MachineChoice {
  /** The text typed or linked, for redisplay. */
  readonly asked: string
  readonly hardware: Hardware | null
  /** One of the memory sizes the hardware comes with, in GB. */
  readonly memory: number | null
  /** Candidates when the text is ambiguous, closest match first. */
  readonly matches: readonly Hardware[]
}

export const machineCookie = 'portolan_machine'

const maxMatches = 12

/** The URL takes precedence over the cookie. `changed` is set when the URL names a machine that differs from the cookie. */
export function machineChoice(parameters: URLSearchParams, cookie: string | null): { choice: MachineChoice; changed: string | null } {
  const isAsked = parameters.has('hardware')
  const source = isAsked ? parameters : new URLSearchParams(cookie ?? '')
  const asked = (source.get('hardware') ?? '').trim().slice(0, 100)
  const { found, matches } = findByWords(asked)
  const wanted = Number(source.get('memory'))
  const memory = found === null ? null : (found.memory.find((size) => size === wanted) ?? found.memory[0] ?? null)
  const keep = found === null ? '' : new URLSearchParams({ hardware: found.id, memory: String(memory) }).toString()
  // Text that matches nothing does not change the choice; an empty field clears it.
  const isChosen = isAsked && (found !== null || asked === '')
  return {
    choice: { asked: found?.name ?? asked, hardware: found, memory, matches },
    changed: isChosen && keep !== (cookie ?? '') ? keep : null,
  }
}

/** Returns the query parameters about the machine, for links that keep them. */
export function machineParameters(parameters: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    ['hardware', 'memory', 'context'].flatMap((name) => {
      const value = parameters.get(name)
      return value === null || value === '' ? [] : [[name, value.slice(0, 100)]]
    }),
  )
}

/** Finds hardware by id, by name, or by words that occur in maker and name. */
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

/** Sorts names that begin with the query first, then shorter names. */
function distance({ name }: Hardware, query: string): number {
  return (name.toLowerCase().startsWith(query) ? 0 : 1000) + name.length
}
