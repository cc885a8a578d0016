export * from './engine-hub.ts'
export { twoColors } from './pictures.ts'
