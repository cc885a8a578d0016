import { compileLibrary, type Library, type OwnLibrary, TemplateError } from '@portolan/snippets'
import { type Document, isScalar, LineCounter, parseAllDocuments } from 'yaml'
import { type LocatedProblem, offsetOf, schemaProblems } from '../yaml/located-problems.ts'
import { librarySchema } from './library-schema.ts'

/** A problem with a file of the registry folder. */
export type RegistryProblem = LocatedProblem<
  'registry.yaml' | 'registry.field' | 'registry.template' | 'registry.duplicate' | 'registry.unreadable'
>

/** Parses one YAML file: a library, or several as documents separated by `---`. Nothing in it is used if anything is invalid. */
export function readLibraryFile(file: string, source: string): { libraries: Library[]; problems: RegistryProblem[] } {
  const counter = new LineCounter()
  const documents = parseAllDocuments(source, { lineCounter: counter, prettyErrors: false })
  const libraries: Library[] = []
  const problems: RegistryProblem[] = []
  const add = (code: RegistryProblem['code'], text: string, offset: number) => {
    const { line, col } = counter.linePos(offset)
    problems.push({ file, line: Math.max(line, 1), column: Math.max(col, 1), code, text })
  }
  for (const document of 'empty' in documents ? [] : documents) {
    if (document.errors.length > 0) {
      for (const error of document.errors) add('registry.yaml', error.message, error.pos[0])
      continue
    }
    let content: unknown
    try {
      content = document.toJS({ maxAliasCount: 100 })
    } catch (error) {
      add('registry.yaml', error instanceof Error ? error.message : String(error), document.range[0])
      continue
    }
    const checked = librarySchema.safeParse(content)
    if (!checked.success) {
      for (const { text, offset } of schemaProblems(document, checked.error)) add('registry.field', text, offset)
      continue
    }
    const made = compileLibrary(checked.data as OwnLibrary)
    if ('library' in made) libraries.push(made.library)
    else
      for (const { caseIndex, error } of made.errors) {
        const place = templateOffset(document, source, ['cases', caseIndex, 'code'], error)
        add('registry.template', error instanceof Error ? error.message : String(error), place)
      }
  }
  return { libraries: problems.length > 0 ? [] : libraries, problems }
}

/** The offset of an error in a template: the exact column in a literal block (`|`), whose lines are verbatim; otherwise the start of the value. */
function templateOffset(document: Document.Parsed, source: string, path: readonly (string | number)[], error: unknown): number {
  const start = offsetOf(document, path)
  const found: unknown = document.getIn(path, true)
  if (!(error instanceof TemplateError) || !isScalar(found) || found.type !== 'BLOCK_LITERAL') return start
  let offset = source.indexOf('\n', start) + 1
  const indent = /^[ ]*/.exec(source.slice(offset).replace(/^(?:[ ]*\n)+/, ''))?.[0].length ?? 0
  for (let line = 0; line < error.line; line++) offset = source.indexOf('\n', offset) + 1
  return offset + indent + error.column
}
