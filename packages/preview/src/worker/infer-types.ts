/** The values that pandas, and therefore `datasets`, reads as missing (`read_csv`, `na_values`). */
const missing = new Set([
  '', '#N/A', '#N/A N/A', '#NA', '-1.#IND', '-1.#QNAN', '-NaN', '-nan', '1.#IND', '1.#QNAN', '<NA>', 'N/A', 'NA', 'NULL', 'NaN', 'None', 'n/a', 'nan', 'null',
]) // prettier-ignore

const wholeNumber = /^[+-]?\d{1,18}$/
const decimalNumber = /^[+-]?(?:\d{1,400}\.?\d{0,400}|\.\d{1,400})(?:[eE][+-]?\d{1,4})?$|^[+-]?inf(?:inity)?$/i
const truth = /^(?:true|false)$/i

/** The type of a CSV column, inferred from its texts as pandas would. */
export function typeOfTexts(texts: Iterable<string>): string {
  let couldBe: 'int64' | 'float64' | 'bool' | null = null
  let gaps = false
  for (const text of texts) {
    if (missing.has(text)) {
      gaps = true
      continue
    }
    const trimmed = text.trim()
    const type = truth.test(trimmed) ? 'bool' : wholeNumber.test(trimmed) ? 'int64' : decimalNumber.test(trimmed) ? 'float64' : null
    if (type === null || (couldBe !== null && couldBe !== type && (type === 'bool' || couldBe === 'bool'))) return 'string'
    couldBe = couldBe === 'float64' ? 'float64' : type
  }
  // Integer columns with missing values become floats there.
  return couldBe === null ? 'null' : couldBe === 'int64' && gaps ? 'float64' : couldBe
}

/** A text of a CSV column converted to the column's type; it stays text if it does not fit. */
export function valueOfText(text: string, type: string): unknown {
  if (missing.has(text)) return null
  if (type === 'bool') return truth.test(text.trim()) ? text.trim().toLowerCase() === 'true' : text
  if (type === 'int64' || type === 'float64') {
    const trimmed = text.trim()
    if (!decimalNumber.test(trimmed)) return text
    const value = Number(trimmed)
    return type === 'int64' && !Number.isSafeInteger(value) ? trimmed : value
  }
  return text
}

/** The type of a JSON value. */
export function typeOfJson(value: unknown, depth = 0): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'string') return 'string'
  if (Array.isArray(value)) return depth > 3 ? 'list' : `list<${mergeTypes(value.slice(0, 20).map((item) => typeOfJson(item, depth + 1)))}>`
  return 'struct'
}

/** The common type of several values. */
export function mergeTypes(types: Iterable<string>): string {
  const known = new Set(types)
  known.delete('null')
  if (known.size === 0) return 'null'
  if (known.size === 1) return [...known][0] ?? 'null'
  if ([...known].every((type) => type === 'int64' || type === 'float64')) return 'float64'
  known.delete('list<null>')
  return known.size === 1 ? ([...known][0] ?? 'null') : 'mixed'
}
