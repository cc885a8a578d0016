import type { ColumnStatistics, Histogram, TableColumn } from '@portolan/hub'
import { plainText } from './plain-text.ts'

/** Distinct values that are counted. */
const maxDistinct = 50_000
/** Characters used to tell texts apart. */
const maxKey = 200
const bins = 12
/** With at most this many distinct values, each gets its own count. */
const maxFrequent = 12

/** Statistics of a column, collected value by value. */
export class ColumnSummary {
  readonly #column: TableColumn
  #seen = 0
  #nulls = 0
  #numbers: number[] = []
  #lengths: number[] = []
  #lists = 0
  #texts = 0
  #booleans = 0
  #counts: Map<string, number> | null = new Map()

  constructor(column: TableColumn) {
    this.#column = column
  }

  add(value: unknown): void {
    this.#seen++
    if (value === null || value === undefined || (typeof value === 'number' && Number.isNaN(value))) {
      this.#nulls++
      return
    }
    if (typeof value === 'number' || typeof value === 'bigint') this.#numbers.push(Number(value))
    else if (typeof value === 'boolean') this.#booleans++
    else if (typeof value === 'string') {
      this.#texts++
      this.#lengths.push(value.length)
    } else if (Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof Uint8Array))) {
      this.#lists++
      this.#lengths.push((value as ArrayLike<unknown>).length)
    }
    this.#count(value)
  }

  #count(value: unknown): void {
    if (!this.#counts || (typeof value === 'object' && !(value instanceof Date))) {
      if (typeof value === 'object' && !(value instanceof Date)) this.#counts = null
      return
    }
    const className = this.#column.classes?.[Number(value)]
    const key = className ?? plainText(value, maxKey)
    const times = this.#counts.get(key)
    if (times !== undefined) this.#counts.set(key, times + 1)
    else if (this.#counts.size < maxDistinct) this.#counts.set(key, 1)
    else this.#counts = null
  }

  result(): ColumnStatistics {
    const { name, type } = this.#column
    const filled = this.#seen - this.#nulls
    const isClass = this.#column.classes !== undefined
    const kind =
      filled === 0 ? 'other'
      : isClass ? 'text'
      : this.#numbers.length === filled ? 'number'
      : this.#texts === filled ? 'text'
      : this.#booleans === filled ? 'boolean'
      : this.#lists === filled ? 'list'
      : 'other' // prettier-ignore
    const numbers = kind === 'number' ? this.#numbers.filter(Number.isFinite) : []
    const lengths = (kind === 'text' && !isClass) || kind === 'list' ? this.#lengths : []
    const counted = this.#counts && kind !== 'list' && kind !== 'other'
    const frequent = counted && this.#counts && this.#counts.size <= maxFrequent && (kind !== 'number' || this.#counts.size <= 2)
    return {
      name,
      type,
      kind,
      nulls: this.#nulls,
      distinct:
        counted && this.#counts
          ? { count: this.#counts.size, atLeast: false }
          : kind === 'list' || kind === 'other'
            ? null
            : { count: maxDistinct, atLeast: true },
      numbers: numbers.length === 0 ? null : { ...rangeOf(numbers), deviation: deviationOf(numbers) },
      lengths: lengths.length === 0 ? null : rangeOf(lengths),
      histogram: numbers.length > 0 ? histogramOf(numbers) : lengths.length > 0 && !frequent ? histogramOf(lengths) : null,
      frequent:
        frequent && this.#counts
          ? [...this.#counts].sort(([, a], [, b]) => b - a).map(([value, count]) => ({ value: value.toWellFormed(), count }))
          : [],
    }
  }
}

function rangeOf(values: readonly number[]): { min: number; max: number; mean: number } {
  let min = Infinity
  let max = -Infinity
  let mean = 0
  for (const [i, value] of values.entries()) {
    if (value < min) min = value
    if (value > max) max = value
    // Incrementally: a sum of large values would overflow.
    mean += (value - mean) / (i + 1)
  }
  return { min, max, mean: Number.isFinite(mean) ? mean : 0 }
}

function deviationOf(values: readonly number[]): number {
  if (values.length < 2) return 0
  let mean = 0
  let squares = 0
  for (const [i, value] of values.entries()) {
    const before = value - mean
    mean += before / (i + 1)
    squares += before * (value - mean)
  }
  const deviation = Math.sqrt(squares / (values.length - 1))
  return Number.isFinite(deviation) ? deviation : 0
}

/** Equal steps from minimum to maximum; integers in a small range get a bin each. */
export function histogramOf(values: readonly number[]): Histogram {
  const { min, max } = rangeOf(values)
  const whole = Number.isInteger(min) && max - min < bins && values.every((value) => Number.isInteger(value))
  const count = min === max ? 1 : whole ? max - min + 1 : bins
  const width = whole ? 1 : max / count - min / count
  const counts = Array.from({ length: count }, () => 0)
  for (const value of values) {
    const bin = width === 0 || !Number.isFinite(width) ? 0 : Math.floor(value / width - min / width)
    const place = Math.max(0, Math.min(count - 1, bin))
    counts[place] = (counts[place] ?? 0) + 1
  }
  return {
    bins: counts.map((n, i) => ({ from: min + i * width, to: whole ? min + i : i === count - 1 ? max : min + (i + 1) * width, count: n })),
  }
}
