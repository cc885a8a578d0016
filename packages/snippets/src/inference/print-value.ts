import { type Block, identifier, isIdentifier, js, json, type Json, lines, py } from '../code/index.ts'
import { holdsFile } from './bodies/body.ts'
import { isAddress } from './media-type.ts'
import type { Path } from './result.ts'
import { type BodyValue, InputFile } from './types.ts'

type Printed = 'python' | 'javascript'

/** A body value as code: literals and, for a file, an expression that reads it. */
export function valueCode(value: BodyValue, language: Printed): Block {
  const tag = language === 'python' ? py : js
  if (value === null) return language === 'python' ? py`None` : js`null`
  if (!holdsFile(value)) return tag`${value as Json}`
  if (value instanceof InputFile) return language === 'python' ? pythonFile(value) : javascriptFile(value)
  if (Array.isArray(value)) {
    const items = (value as readonly BodyValue[]).map((item) => tag`${valueCode(item, language)},`)
    return tag`
      [
          ${lines(language, items)}
      ]
    `
  }
  return objectCode(value as Readonly<Record<string, BodyValue>>, language)
}

/** An object, one field per line. */
export function objectCode(value: Readonly<Record<string, BodyValue>>, language: Printed): Block {
  const tag = language === 'python' ? py : js
  const fields = Object.entries(value).map(([key, item]) => tag`${keyCode(key, language)}: ${valueCode(item, language)},`)
  return tag`
    {
        ${lines(language, fields)}
    }
  `
}

/** The fields of a JavaScript object, without its braces. */
export function fieldsCode(value: Readonly<Record<string, BodyValue>>): Block {
  return lines(
    'javascript',
    Object.entries(value).map(([key, item]) => js`${keyCode(key, 'javascript')}: ${valueCode(item, 'javascript')},`),
  )
}

/** The name of a field; an unquoted `__proto__` would set the prototype. */
export function keyCode(key: string, language: Printed): Block {
  if (language === 'python') return py`${key}`
  if (key === '__proto__') return js`[${key}]`
  return isIdentifier(key) ? js`${identifier(key)}` : js`${key}`
}

/** Requires the function of {@link pythonEncode}. */
function pythonFile({ file, as, contentType }: InputFile): Block {
  return as === 'base64' ? py`encode(${file})` : py`${`data:${contentType};base64,`} + encode(${file})`
}

function javascriptFile({ file, as, contentType }: InputFile): Block {
  const encoded = isAddress(file)
    ? js`Buffer.from(await (await fetch(${file})).arrayBuffer()).toString("base64")`
    : js`readFileSync(${file}, "base64")`
  return as === 'base64' ? encoded : js`${`data:${contentType};base64,`} + ${encoded}`
}

/** The function that reads a file as base64. */
export function pythonEncode(files: readonly string[]): Block {
  if (files.some(isAddress))
    return py`
      def encode(address):
          response = requests.get(address)
          response.raise_for_status()
          return base64.b64encode(response.content).decode("utf-8")
    `
  return py`
    def encode(filename):
        with open(filename, "rb") as f:
            return base64.b64encode(f.read()).decode("utf-8")
  `
}

/** Keyword arguments of a Python call, one per line. The names are those that the function accepts. */
export function keywords(values: Readonly<Record<string, BodyValue>>): Block {
  return lines(
    'python',
    Object.entries(values).map(([name, value]) => py`${identifier(name)}=${valueCode(value, 'python')},`),
  )
}

/** Parameters that a Python function accepts by name, and the others as its `extra_body`. */
export function splitParameters(
  parameters: Readonly<Record<string, Json>>,
  known: ReadonlySet<string>,
): { readonly named: Record<string, Json>; readonly others: Record<string, Json> } {
  const named: [string, Json][] = []
  const others: [string, Json][] = []
  for (const entry of Object.entries(parameters)) (known.has(entry[0]) ? named : others).push(entry)
  return { named: Object.fromEntries(named), others: Object.fromEntries(others) }
}

/** A location in a response: `result["images"][0]`, `result.images[0]`. */
export function pathCode(root: Block, path: Path, language: Printed): Block {
  return path.reduce<Block>((code, key) => {
    if (language === 'python') return py`${code}[${key}]`
    return typeof key === 'string' && isIdentifier(key) ? js`${code}.${identifier(key)}` : js`${code}[${json(key)}]`
  }, root)
}
