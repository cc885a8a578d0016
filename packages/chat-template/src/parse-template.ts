import type { Template } from './ast.ts'
import { StatementParser } from './parse-statement.ts'
import { TokenCursor } from './token-cursor.ts'

/**
 * The syntax tree of a template. Takes time linear in the length of the source.
 * @throws {TemplateSyntaxError} when Jinja, with what transformers adds to it, could not read the template either; and for `\N{…}`
 */
export function parseTemplate(source: string): Template {
  return { type: 'template', body: new StatementParser(new TokenCursor(source)).all() }
}
