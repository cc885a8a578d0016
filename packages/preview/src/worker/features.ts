import type { TableColumn } from '@portolan/hub'

/** What `datasets` stores with the schema (`huggingface` metadata of Parquet and Arrow): the types that a schema cannot express. */
export function readFeatures(text: string | null | undefined): ReadonlyMap<string, Partial<TableColumn>> {
  const found = new Map<string, Partial<TableColumn>>()
  if (!text || text.length > 1_000_000) return found
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return found
  }
  const features = at(at(parsed, 'info'), 'features')
  if (typeof features !== 'object' || features === null) return found
  for (const [name, feature] of Object.entries(features)) {
    const type = at(feature, '_type')
    if (type === 'Image') found.set(name, { type: 'image' })
    else if (type === 'Audio') found.set(name, { type: 'audio' })
    else if (type === 'ClassLabel') {
      const names = at(feature, 'names')
      const classes = Array.isArray(names) ? names.slice(0, 5000).map((each) => String(each).slice(0, 200)) : []
      found.set(name, { type: 'class label', classes })
    }
  }
  return found
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
}
