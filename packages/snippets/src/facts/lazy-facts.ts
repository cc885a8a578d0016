import type { ModelFacts } from './model-facts.ts'
import { hasTag, readers } from './readers.ts'
import { isObject } from './values.ts'

/** One read of the facts: the field, and a plain value that is equal exactly when the fact is. */
export interface FactRead {
  readonly name: string
  readonly keyOf: (facts: LazyFacts) => unknown
}

/** Facts that are computed when read, and that can record which ones were read. */
export class LazyFacts {
  readonly #record: unknown
  #values: Map<string, unknown> | null = null
  #log: Map<string, FactRead> | null = null

  constructor(record: unknown) {
    this.#record = record
  }

  /** The facts read while `run` runs, in order, each once. */
  recordReads(run: () => void): FactRead[] {
    const outer = this.#log
    const log = new Map<string, FactRead>()
    this.#log = log
    try {
      run()
    } finally {
      this.#log = outer
      if (outer) for (const [name, read] of log) if (!outer.has(name)) outer.set(name, read)
    }
    return [...log.values()]
  }

  /**
   * A fact as a comparable value: strings and the like as is, lists and objects as their JSON. Facts that are a string of the record are compared by
   * that string: equal strings give equal facts, and computing them is the most expensive.
   */
  static keyReader(field: keyof ModelFacts): FactRead['keyOf'] {
    const reader = readers[field]
    const own = ownTexts[field]
    if (own !== undefined) {
      return (facts) => {
        const record = facts.#record
        if (!isObject(record)) return null
        const value = own(record)
        return typeof value === 'string' ? value : null
      }
    }
    return (facts) => {
      const value = reader(facts.#record)
      if (typeof value !== 'object' || value === null) return value
      return JSON.stringify(value instanceof Set ? [...value] : value)
    }
  }

  hasTag(tag: string): boolean {
    return hasTag(this.#record, tag)
  }

  value<Field extends keyof ModelFacts>(field: Field): ModelFacts[Field] {
    this.#values ??= new Map()
    const known = this.#values.get(field) as ModelFacts[Field] | undefined
    if (known !== undefined) return known
    const value = readers[field](this.#record)
    this.#values.set(field, value)
    return value
  }

  read<Field extends keyof ModelFacts>(field: Field): ModelFacts[Field] {
    if (this.#log === null) return this.value(field)
    if (field === 'tags') return new WatchedTags(this.value('tags'), this.#log) as unknown as ModelFacts[Field]
    if (!this.#log.has(field)) this.#log.set(field, { name: field, keyOf: keysOf[field] })
    return this.value(field)
  }
}

/** Facts that depend on one string of the record, and its location. Written out so that each is a separate property for the runtime. */
const ownTexts: Partial<Record<keyof ModelFacts, (record: Readonly<Record<string, unknown>>) => unknown>> = {
  id: (record) => (Object.hasOwn(record, 'id') ? record['id'] : null),
  name: (record) => (Object.hasOwn(record, 'id') ? record['id'] : null),
  task: (record) => (Object.hasOwn(record, 'pipeline_tag') ? record['pipeline_tag'] : null),
  library: (record) => (Object.hasOwn(record, 'library_name') ? record['library_name'] : null),
  maskToken: (record) => (Object.hasOwn(record, 'mask_token') ? record['mask_token'] : null),
}

/** Created once, so that each is a separate call site for the runtime. */
const keysOf = Object.fromEntries(
  (Object.keys(readers) as (keyof ModelFacts)[]).map((field) => [field, LazyFacts.keyReader(field)]),
) as Record<keyof ModelFacts, FactRead['keyOf']>

/** Checking one tag reads that tag only; anything else reads them all. */
class WatchedTags extends Set<string> {
  readonly #log: Map<string, FactRead> | null = null

  constructor(tags: ReadonlySet<string>, log: Map<string, FactRead>) {
    super(tags)
    this.#log = log
  }

  override has(tag: string): boolean {
    const name = `tag ${tag}`
    if (this.#log && !this.#log.has(name)) this.#log.set(name, { name, keyOf: (facts) => facts.hasTag(tag) })
    return super.has(tag)
  }

  override get size(): number {
    this.#readAll()
    return super.size
  }

  override [Symbol.iterator](): SetIterator<string> {
    this.#readAll()
    return super[Symbol.iterator]()
  }

  override values(): SetIterator<string> {
    this.#readAll()
    return super.values()
  }

  override keys(): SetIterator<string> {
    this.#readAll()
    return super.keys()
  }

  override entries(): SetIterator<[string, string]> {
    this.#readAll()
    return super.entries()
  }

  override forEach(callback: (value: string, key: string, set: Set<string>) => void, self?: unknown): void {
    this.#readAll()
    super.forEach(callback, self)
  }

  #readAll(): void {
    if (this.#log && !this.#log.has('tags')) this.#log.set('tags', { name: 'tags', keyOf: keysOf.tags })
  }
}

// The facts as properties, so that a library can read `facts.task`.
for (const field of Object.keys(readers) as (keyof ModelFacts)[])
  Object.defineProperty(LazyFacts.prototype, field, {
    get(this: LazyFacts) {
      return this.read(field)
    },
    enumerable: true,
  })
