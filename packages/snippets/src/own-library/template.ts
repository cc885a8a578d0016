import { type Block, env, fill, type Language } from '../code/index.ts'
import { literalBlock } from '../code/template.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { pythonRevision, shellRevision } from '../preamble.ts'
import type { Target } from '../target.ts'

/** An error in a template, and its line and column: both counted from 0, in the template's own text. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
  readonly line: number
  readonly column: number
  constructor(message: string, text: string, offset: number) {
    super(message)
    const before = text.slice(0, offset)
    this.line = before.split('\n').length - 1
    this.column = offset - (before.lastIndexOf('\n') + 1)
  }
}

/** A parsed template: prints a block for a model and a target. */
export type Template = (facts: ModelFacts, target: Target) => Block

type Piece = (facts: ModelFacts, target: Target) => Block

/** Facts that a hole can contain, by their name in a template; `null` if the record has none. */
const facts: Readonly<Record<string, (facts: ModelFacts, target: Target) => string | null>> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  task: ({ task }) => task,
  base_model: ({ baseModel }) => baseModel,
  mask_token: ({ maskToken }) => maskToken,
  text: ({ widgetText }) => widgetText,
  revision: (_, { revision }) => revision,
  endpoint: (_, { endpoint }) => endpoint,
}

/** The names of holes, for error messages. */
export const holeNames: readonly string[] = [
  ...Object.keys(facts),
  'file .ending',
  'fill what-to-fill-in',
  'env HF_TOKEN',
  'revision_argument',
  'revision_option',
]

/**
 * Parses an owner's template: code as is, with holes such as `{{ id }}`. A hole contains a value and prints it as a literal of the language with its
 * own quotes; there is none for raw text. `{{ text or "Once upon a time" }}` has a default for models without the value; without a default, the
 * reader is asked to fill it in. `{{ "{{" }}` prints braces.
 * @throws {TemplateError} for an unknown hole, and for a hole inside quotes
 */
export function readTemplate(text: string, language: Language): Template {
  const pieces: Piece[] = []
  let from = 0
  for (const match of text.matchAll(/\{\{(?:\s*"(\{\{|\}\})"\s*|(.*?))\}\}/gs)) {
    const { index } = match
    const end = index + match[0].length
    const literal = text.slice(from, index)
    if (literal !== '') pieces.push(literalPiece(literal, language))
    const [, braces, content = ''] = match
    pieces.push(braces === undefined ? readHole(content.trim(), text, index, end, language) : literalPiece(braces, language))
    from = end
  }
  const rest = text.slice(from)
  const open = rest.indexOf('{{')
  if (open >= 0) throw new TemplateError('A hole is opened with {{ and not closed', text, from + open)
  if (rest !== '') pieces.push(literalPiece(rest, language))
  return (model, target) =>
    joined(
      pieces.map((piece) => piece(model, target)),
      language,
    )
}

/** The owner's text, not a record's: it is trusted like our own source. */
function literalPiece(text: string, language: Language): Piece {
  const block = literalBlock(text, language)
  return () => block
}

function joined(blocks: readonly Block[], language: Language): Block {
  return literalBlock('', language, blocks)
}

function readHole(content: string, text: string, start: number, end: number, language: Language): Piece {
  const [, name = '', argument = ''] = /^(\w+)\s*(.*)$/s.exec(content) ?? []
  if (name === 'revision_argument' || name === 'revision_option') {
    const wanted = name === 'revision_argument' ? 'python' : 'shell'
    if (language !== wanted || argument !== '') throw new TemplateError(`{{ ${name} }} stands alone, in ${wanted} code`, text, start)
    return (_, target) => (language === 'python' ? pythonRevision(target) : shellRevision(target)) ?? literalBlock('', language)
  }
  if (/["'`]/.test(text[start - 1] ?? '') || /["'`]/.test(text[end] ?? ''))
    throw new TemplateError('A hole prints its own quotes: leave out those around it', text, start)
  if (name === 'env') {
    if (argument !== 'HF_TOKEN') throw new TemplateError('The only variable is {{ env HF_TOKEN }}', text, start)
    return () => literalBlock('', language, [env('HF_TOKEN')])
  }
  if (name === 'fill') {
    if (argument === '') throw new TemplateError('Say what to fill in: {{ fill your-image.jpg }}', text, start)
    return () => literalBlock('', language, [fill(argument)])
  }
  if (name === 'file') {
    if (!/^\.[\w.-]+$/.test(argument)) throw new TemplateError('Say the ending of the file: {{ file .safetensors }}', text, start)
    return (model) => {
      const [file] = filesEnding(model, argument.toLowerCase()).filter((path) => !path.startsWith('-'))
      return literalBlock('', language, [file ?? fill(`your-file${argument}`)])
    }
  }
  const read = Object.hasOwn(facts, name) ? facts[name] : undefined
  if (!read) throw new TemplateError(`There is no hole ${JSON.stringify(content)}; there are ${holeNames.join(', ')}`, text, start)
  const fallback = argument === '' ? null : /^or\s+"([^"\\]*)"$/.exec(argument)?.[1]
  if (fallback === undefined) throw new TemplateError(`After ${name} there may be: or "a value for models that have none"`, text, start)
  return (model, target) => literalBlock('', language, [read(model, target) ?? fallback ?? fill(name.replaceAll('_', '-'))])
}
