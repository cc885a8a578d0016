export * from './engine-hub.ts'
