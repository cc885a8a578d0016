export {
  authorization,
  type Block,
  codeLanguages,
  comment,
  document,
  env,
  fill,
  type Hole,
  identifier,
  isIdentifier,
  json,
  type Json,
  type Language,
} from './part.ts'
export { commentMark, type HoleSpan, printBlock, printWithHoles } from './print.ts'
export { cs, js, lines, py, sh, when } from './template.ts'
