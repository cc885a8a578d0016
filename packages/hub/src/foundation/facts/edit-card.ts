import { type Document, isCollection, isMap, isScalar, isSeq, parseDocument, type Scalar, type YAMLSeq } from 'yaml'
import { splitFrontMatter } from './front-matter.ts'

/** What a form can change in a card's metadata; everything else in it stays as it was written, comments included. */
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

/** What the fields say now; lists for those that may have many. A field that holds something else than text is left out: a form cannot show it. */
export type CardFieldValues = Partial<Record<CardField, readonly string[]>>

/** The values of the fields that a form may show. `null` when the front matter cannot be read: then only the text can be edited. */
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
 * Writes fields into a card's front matter, which is made when there is none. An empty list takes the field out. Comments, the order of keys,
 * quotes and the rest stay; only spaces within brackets are evened out.
 * @throws {Error} when the front matter cannot be read
 */
export function editCardFields(text: string, changes: CardFieldValues): string {
  const parts = splitFrontMatter(text)
  const document = documentOf(parts?.yaml ?? '')
  if (document === null) throw new Error('The front matter cannot be read')
  for (const [field, values] of Object.entries(changes) as [CardField, readonly string[]][]) setField(document, field, values)
  // Lists of cards are written with and without an indent: as this one has it.
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

/** What a scalar says as text; `null` for what a form cannot show. */
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
    // The scalar stays, and with it the comment behind it.
    if (isScalar(node)) node.value = one
    else document.set(field, one)
    return
  }
  const list = document.createNode([...values])
  if (isScalar(node) && isCollection(list) && node.comment) list.commentBefore = node.comment
  document.set(field, list)
}

/** Items that stay keep their comments and their writing. */
function keepItems(document: Document, list: YAMLSeq, values: readonly string[]): void {
  const known = new Map(list.items.map((item) => [isScalar(item) ? textOf(item) : null, item]))
  list.items = values.map((value) => known.get(value) ?? document.createNode(value))
}
