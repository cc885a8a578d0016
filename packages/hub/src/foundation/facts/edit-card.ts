import { type Document, isCollection, isMap, isScalar, isSeq, parseDocument, type Scalar, type YAMLSeq } from 'yaml'
import { splitFrontMatter } from './front-matter.ts'

/** The metadata a form can change in a card; everything else stays as written, including comments. */
export const cardFields = {
  license: 'one',
  pipeline_tag: 'one',
  library_name: 'one',
  tags: 'many',
  language: 'many',
  datasets: 'many',
  base_model: 'many',
} as const satisfies Record<string, 'one' | 'many'>

export type CardField = keyof typeof cardFields

/** Current values; lists for fields that may have several. A field with a non-text value is left out: a form cannot show it. */
export type CardFieldValues = Partial<Record<CardField, readonly string[]>>

/** The values of the fields that a form can show. `null` when the front matter cannot be parsed: then only the text can be edited. */
export function readCardFields(text: string): CardFieldValues | null {
  const document = documentOf(splitFrontMatter(text)?.yaml ?? '')
  if (document === null) return null
  const values: CardFieldValues = {}
  for (const field of Object.keys(cardFields) as CardField[]) {
    const texts = textsOf(document.get(field, true))
    if (texts !== null) values[field] = texts
  }
  return values
}

/**
 * Writes fields into a card's front matter, creating it if there is none. An empty list removes the field. Comments, key order,
 * quotes and the rest stay; only spaces within brackets are normalized.
 * @throws {Error} when the front matter cannot be parsed
 */
export function editCardFields(text: string, changes: CardFieldValues): string {
  const parts = splitFrontMatter(text)
  const document = documentOf(parts?.yaml ?? '')
  if (document === null) throw new Error('The front matter is invalid')
  for (const [field, values] of Object.entries(changes) as [CardField, readonly string[]][]) setField(document, field, values)
  // Lists in cards are written with and without indentation: follow this card's style.
  const indentSeq = !/^- /m.test(parts?.yaml ?? '')
  const yaml = isEmpty(document) ? '' : document.toString({ lineWidth: 0, flowCollectionPadding: false, indentSeq })
  if (parts === null) return yaml === '' ? text : `---\n${yaml}---\n${text === '' ? '' : `\n${text}`}`
  const ending = parts.open.endsWith('\r\n') ? yaml.replaceAll('\n', '\r\n') : yaml
  return `${parts.open}${ending}${parts.close}${parts.body}`
}

function documentOf(yaml: string): Document | null {
  const document = parseDocument(yaml, { schema: 'core', keepSourceTokens: false, prettyErrors: false, uniqueKeys: false })
  if (document.errors.length > 0) return null
  return document.contents === null || isMap(document.contents) ? document : null
}

function isEmpty(document: Document): boolean {
  const { contents } = document
  return (contents === null || (isMap(contents) && contents.items.length === 0)) && !document.comment && !document.commentBefore
}

function textsOf(node: unknown): readonly string[] | null {
  if (node === undefined || node === null) return []
  if (isScalar(node)) {
    const text = textOf(node)
    return node.value === null ? [] : text === null ? null : [text]
  }
  if (!isSeq(node)) return null
  const items = node.items.map((item) => (isScalar(item) ? textOf(item) : null))
  return items.every((item) => item !== null) ? items : null
}

/** A scalar's value as text; `null` for what a form cannot show. */
function textOf({ value }: Scalar): string | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

function setField(document: Document, field: CardField, values: readonly string[]): void {
  const node = document.get(field, true)
  const before = textsOf(node)
  if (before !== null && before.length === values.length && before.every((value, i) => value === values[i])) return
  if (values.length === 0) {
    document.delete(field)
    return
  }
  if (isSeq(node)) {
    keepItems(document, node, values)
    return
  }
  const one = values[0] as string
  if (values.length === 1 && (cardFields[field] === 'one' || isScalar(node))) {
    // Keep the scalar, and with it the comment after it.
    if (isScalar(node)) node.value = one
    else document.set(field, one)
    return
  }
  const list = document.createNode([...values])
  if (isScalar(node) && isCollection(list) && node.comment) list.commentBefore = node.comment
  document.set(field, list)
}

/** Remaining items keep their comments and formatting. */
function keepItems(document: Document, list: YAMLSeq, values: readonly string[]): void {
  const known = new Map(list.items.map((item) => [isScalar(item) ? textOf(item) : null, item]))
  list.items = values.map((value) => known.get(value) ?? document.createNode(value))
}
