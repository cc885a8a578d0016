import type { Library } from './library.ts'
import { libraries } from './libraries.gen.ts'

/** Names that cards use for a library in the registry. */
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
  // Keys of earlier editions that old cards still use
  contexttab: 'sap-rpt-1-oss',
  kerasformers: 'zeromodels',
}

let all: readonly Library[] = libraries
/** By id and by every name used on cards. */
let known = namesOf([])

function namesOf(own: readonly Library[]): ReadonlyMap<string, Library> {
  const names = new Map(libraries.map((library) => [library.id, library]))
  for (const library of own) names.set(library.id, library)
  for (const [alias, id] of Object.entries(aliases)) {
    const library = names.get(id)
    if (library && !names.has(alias)) names.set(alias, library)
  }
  return names
}

/**
 * Adds the owner's libraries to the registry, replacing those added before; a library with the id of one of ours replaces it. The process has one
 * registry.
 */
export function setOwnLibraries(own: readonly Library[]): void {
  const ids = new Set(own.map(({ id }) => id))
  all = [...libraries.filter(({ id }) => !ids.has(id)), ...own]
  known = namesOf(own)
}

/** All libraries: ours by id, then those of the hub's owner. */
export function allLibraries(): readonly Library[] {
  return all
}

/** A library by its id or a name used on cards; `null` when it is not in the registry. */
export function findLibrary(name: string): Library | null {
  return known.get(name) ?? null
}
