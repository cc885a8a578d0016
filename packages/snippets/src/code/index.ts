export { type Block, comment, env, fill, type Hole, identifier, isIdentifier, json, type Json, type Language } from './part.ts'
export { printBlock } from './print.ts'
export { js, lines, py, sh, when } from './template.ts'
