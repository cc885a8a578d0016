import type { Library } from './library.ts'
import { libraries } from './libraries.gen.ts'

const byId = new Map(libraries.map((library) => [library.id, library]))

/** Names that cards use for a library of the registry. */
const aliases: Readonly<Record<string, string>> = {
  gguf: 'llama-cpp-python',
  'llama.cpp': 'llama-cpp-python',
  'scikit-learn': 'sklearn',
  skops: 'sklearn',
  'sentence-transformer': 'sentence-transformers',
  transformersjs: 'transformers.js',
  onnxruntime: 'onnx',
  yolov8: 'ultralytics',
  keras_hub: 'keras-hub',
  // Keys of earlier editions that old cards carry
  contexttab: 'sap-rpt-1-oss',
  kerasformers: 'zeromodels',
}

/** All libraries, by id. */
export function allLibraries(): readonly Library[] {
  return libraries
}

/** A library by its id or a name that cards use for it; `null` when the registry has none. */
export function findLibrary(name: string): Library | null {
  return byId.get(name) ?? (Object.hasOwn(aliases, name) ? (byId.get(aliases[name] ?? '') ?? null) : null)
}
