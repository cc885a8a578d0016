import type { Template } from './ast.ts'
import { StatementParser } from './parse-statement.ts'
import { TokenCursor } from './token-cursor.ts'

/**
 * Parses a template into a syntax tree, in time linear in the length of the source.
 * @throws {TemplateSyntaxError} when Jinja with the extensions of transformers could not read the template either; also for `\N{…}`
 */
export function parseTemplate(source: string): Template {
  return { type: 'template', body: new StatementParser(new TokenCursor(source)).all() }
}
