import type { Machine } from './estimate-memory.ts'
import { makes, systemMemory } from './makes.ts'

/** A piece of hardware to select. */
export interface Hardware {
  /** Built from manufacturer and name: part of links. */
  readonly id: string
  readonly make: string
  readonly name: string
  /** Theoretical, in units of 10¹² operations per second. */
  readonly teraflops: number
  readonly kind: Machine['kind']
  /** Available sizes in GB, smallest first. */
  readonly memory: readonly number[]
}

/** All hardware, by manufacturer. */
export const hardware: readonly Hardware[] = makes.flatMap(({ id, label, kind, models }) =>
  models.map(([name, teraflops, memory, own = kind]): Hardware => ({
    id: `${id}-${name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')}`,
    make: label,
    name,
    teraflops,
    kind: own,
    memory: memory.length > 0 ? memory : systemMemory,
  })),
)

const byId = new Map(hardware.map((each) => [each.id, each]))

/** A piece of hardware by its id; `null` when there is none. */
export function findHardware(id: string): Hardware | null {
  return byId.get(id) ?? null
}
