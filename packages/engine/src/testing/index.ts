export * from './engine-hub.ts'
export { twoColours } from './pictures.ts'
