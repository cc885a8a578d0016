/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** A typed position in a block. The language's printer escapes it for its position; there is no hole for raw text. */
export type Hole =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'identifier'; readonly name: string }
  | { readonly kind: 'comment'; readonly text: string }
  | { readonly kind: 'fill'; readonly text: string }
  | { readonly kind: 'env'; readonly name: string }
  | { readonly kind: 'authorization'; readonly scheme: string; readonly name: string }
  | { readonly kind: 'document'; readonly value: Json }
  | { readonly kind: 'block'; readonly block: Block }

export type Part = { readonly kind: 'literal'; readonly text: string } | Hole

export const codeLanguages = ['python', 'javascript', 'shell', 'csharp'] as const
export type Language = (typeof codeLanguages)[number]

/** Code as data: literal text from the source of this package, and holes. */
export interface Block {
  readonly language: Language
  readonly parts: readonly Part[]
}

/** Marks objects created here: an object of the same shape that came from JSON is data, neither a hole nor a block. */
class Made {
  readonly #kind: 'hole' | 'block'
  constructor(kind: 'hole' | 'block') {
    this.#kind = kind
  }
  static is(value: unknown, kind: 'hole' | 'block'): boolean {
    return typeof value === 'object' && value !== null && #kind in value && (value as Made).#kind === kind
  }
}

class MadeHole extends Made {
  readonly kind: Hole['kind']
  constructor(kind: Hole['kind']) {
    super('hole')
    this.kind = kind
  }
}

class ValueHole extends MadeHole {
  readonly value: Json
  constructor(kind: 'json' | 'document', value: Json) {
    super(kind)
    this.value = value
  }
}

class NamedHole extends MadeHole {
  readonly name: string
  constructor(kind: 'identifier' | 'env' | 'authorization', name: string) {
    super(kind)
    this.name = name
  }
}

class AuthorizationHole extends NamedHole {
  readonly scheme: string
  constructor(scheme: string, name: string) {
    super('authorization', name)
    this.scheme = scheme
  }
}

class TextHole extends MadeHole {
  readonly text: string
  constructor(kind: 'comment' | 'fill', text: string) {
    super(kind)
    this.text = text
  }
}

class BlockHole extends MadeHole {
  readonly block: Block
  constructor(block: Block) {
    super('block')
    this.block = block
  }
}

class MadeBlock extends Made implements Block {
  readonly language: Language
  readonly parts: readonly Part[]
  constructor(language: Language, parts: readonly Part[]) {
    super('block')
    this.language = language
    this.parts = parts
  }
}

/** True for holes created here. */
export function isHole(value: unknown): value is Hole {
  return Made.is(value, 'hole')
}

/** A bare name in code. @throws {TypeError} when it is not an identifier: check metadata first */
export function identifier(name: string): Hole {
  if (!isIdentifier(name)) throw new TypeError(`Not an identifier: ${JSON.stringify(name)}`)
  return new NamedHole('identifier', name) as Hole
}

/** A name that is valid in every language here and not a keyword of Python, JavaScript or C#. */
export function isIdentifier(name: unknown): name is string {
  return typeof name === 'string' && /^[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(name) && !keywords.has(name)
}

/** A comment to the end of the line. Line breaks in the text produce more comment lines. */
export function comment(text: string): Hole {
  return new TextHole('comment', text) as Hole
}

/** A placeholder for the reader to fill in: printed as a string (or word), and listed so that the page can highlight it. */
export function fill(text: string): Hole {
  return new TextHole('fill', text) as Hole
}

/**
 * The value of an environment variable, read when the code runs. Secrets are never printed in any other way. @throws {TypeError} when it is not a
 * valid name
 */
export function env(name: string): Hole {
  return new NamedHole('env', environmentName(name)) as Hole
}

/**
 * The value of an Authorization header whose secret is in an environment variable: a string expression of the language that joins the two. In a
 * shell, the whole header as one word. @throws {TypeError} when it is not a valid variable name
 */
export function authorization(scheme: 'Bearer' | 'Key', name: string): Hole {
  return new AuthorizationHole(scheme, environmentName(name)) as Hole
}

function environmentName(name: string): string {
  if (!/^[A-Z][A-Z0-9_]{0,99}$/.test(name)) throw new TypeError(`Not the name of an environment variable: ${JSON.stringify(name)}`)
  return name
}

/** JSON as a readable shell word: over several lines, with characters that would need quoting written as JSON escapes. In a shell only. */
export function document(value: Json): Hole {
  return new ValueHole('document', value) as Hole
}

export function json(value: Json): Hole {
  return new ValueHole('json', value) as Hole
}

export function makeBlock(language: Language, parts: readonly Part[]): Block {
  return new MadeBlock(language, parts)
}

export function isBlock(value: unknown): value is Block {
  return Made.is(value, 'block')
}

export function blockHole(block: Block): Hole {
  return new BlockHole(block) as Hole
}

const keywords = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise ' +
    'return try while with yield case catch const debugger default delete do enum export extends false function implements instanceof interface let new null package private ' +
    'protected public static super switch this throw true typeof var void ' +
    'abstract base bool byte char checked decimal delegate double event explicit extern fixed float foreach goto implicit int internal is lock long namespace object operator ' +
    'out override params readonly ref sbyte sealed short sizeof stackalloc string struct uint ulong unchecked unsafe ushort using virtual volatile'
  ).split(' '),
)
