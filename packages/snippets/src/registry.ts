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

/** Libraries that the owner of the hub added, by id; one with the id of ours stands in its place. */
let ownLibraries: ReadonlyMap<string, Library> = new Map()
let all: readonly Library[] = libraries

/** Puts the libraries of the hub's owner into the registry, in place of those that were there before. One registry serves the whole process. */
export function useOwnLibraries(own: readonly Library[]): void {
  ownLibraries = new Map(own.map((library) => [library.id, library]))
  all = [...libraries.filter(({ id }) => !ownLibraries.has(id)), ...own]
}

/** All libraries: ours by id, then those of the hub's owner. */
export function allLibraries(): readonly Library[] {
  return all
}

/** A library by its id or a name that cards use for it; `null` when the registry has none. */
export function findLibrary(name: string): Library | null {
  const alias = Object.hasOwn(aliases, name) ? (aliases[name] ?? '') : ''
  return ownLibraries.get(name) ?? byId.get(name) ?? ownLibraries.get(alias) ?? byId.get(alias) ?? null
}
