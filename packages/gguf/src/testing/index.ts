export { inMemory, type CountedRead } from './in-memory.ts'
export { tinyModel, tinyModelParameters, tinyShards } from './tiny-model.ts'
export { type TypedValue, type WriteGguf, writeGguf } from './write-gguf.ts'
