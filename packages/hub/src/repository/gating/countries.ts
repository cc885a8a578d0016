/** Regions in the standard that are not countries. */
const notCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ', 'CQ'])

let known: ReadonlyMap<string, string> | null = null

/** English names of all countries by code (ISO 3166-1), sorted by name. From the runtime's own data. */
export function countries(): ReadonlyMap<string, string> {
  known ??= readCountries()
  return known
}

function readCountries(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = Array.from({ length: 26 }, (_, i) => String.fromCodePoint(65 + i))
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const found = codes.flatMap((code): [string, string][] => {
    const name = names.of(code)
    // A withdrawn code, such as DD, is mapped to another one.
    const isCurrent = new Intl.Locale(`und-${code}`).region === code
    return name === undefined || !isCurrent || notCountries.has(code) ? [] : [[code, name]]
  })
  return new Map(found.sort(([, a], [, b]) => a.localeCompare(b, 'en')))
}
