export { splitmixBytes } from './splitmix.ts'
export { patternedBytes, randomBytes } from './bytes.ts'
export { lz4Frame } from './lz4-writer.ts'
