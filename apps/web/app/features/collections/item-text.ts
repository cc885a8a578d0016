/** An item that a collection can hold, named as in the API. */
export interface ItemName {
  readonly type: 'model' | 'dataset' | 'space' | 'paper' | 'collection'
  readonly id: string
}

const kinds: Readonly<Record<string, ItemName['type']>> = {
  models: 'model',
  datasets: 'dataset',
  spaces: 'space',
  papers: 'paper',
  collections: 'collection',
}

/**
 * Parses the text that people type or paste to name an item: `ada/stories`, `datasets/ada/tides`, a page URL, an arXiv id. Returns `null` for
 * anything else.
 */
export function parseItemText(text: string): ItemName | null {
  const path = (URL.canParse(text) ? new URL(text).pathname : text).trim().replaceAll(/^\/+|(?<!\/)\/+$/g, '')
  const paper = /^(?:papers\/|abs\/|arxiv:)?(\d{4}\.\d{4,5}(?:v\d+)?)$/i.exec(path)?.[1]
  if (paper !== undefined) return { type: 'paper', id: paper }
  const [first = '', ...rest] = path.split('/')
  const kind = Object.hasOwn(kinds, first) ? kinds[first] : undefined
  const [owner, name] = kind === undefined ? [first, rest[0]] : rest
  return owner && name ? { type: kind ?? 'model', id: `${owner}/${name}` } : null
}

/** Formats an item the way this hub's page paths do: `models/ada/stories`. */
export function itemText({ type, id }: ItemName): string {
  return `${type}s/${id}`
}
