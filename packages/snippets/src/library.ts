import type { Block } from './code/index.ts'
import type { DownloadRule } from './download-rule.ts'
import type { ModelFacts } from './facts/model-facts.ts'
import type { Target } from './target.ts'

/** Notes that accompany code, identified by stable codes. */
export const noteCodes = [
  // The record is missing something
  'type-unknown',
  'pipeline-tag-unknown',
  'base-model-missing',
  'model-name-missing',
  'file-missing',
  'interface-missing',
  'interface-invalid',
  'domain-invalid',
  'module-unknown',
  'encoder-unknown',
  'version-unknown',
  'name-not-importable',
  'peft-task-type-invalid',
  'peft-base-missing',
  'sklearn-file-missing',
  'yolo-version-unknown',
  // The library or the client has a limitation
  'task-removed',
  'task-not-in-runtime',
  'no-revision',
  'endpoint-ignored',
  'fixed-model',
  'no-conda',
  'install-from-source',
  'platform',
  'gpu-required',
  'unmaintained',
  'python-version',
  'inline-limit',
  // Warnings
  'custom-code',
  'pickle',
  'remote-code',
  'licence',
  // The library has no code of its own
  'no-loader',
  'no-variant',
  'library-unknown',
  // Notes by the hub's owner on their own library
  'owner',
  // Calls over HTTP
  'answer-is-job',
  'answer-encoded',
  'answer-is-link',
  'own-key',
  'staging',
  // Placeholders to fill in
  'input-needed',
] as const

/** A note that accompanies code. The codes are stable. */
export interface Note {
  readonly code: (typeof noteCodes)[number]
  readonly text: string
}

/** A block of a library for a model, before printing. */
export interface Draft {
  /** Stable within the library: part of links. */
  readonly id: string
  readonly title: string
  readonly code: Block
  /** The key a run is recorded under if the id is not specific enough: a pipeline per task. */
  readonly proofId?: string
  /** The block requires a release other than the current one, in which names are looked up: no more than `literals` is claimed for it. */
  readonly otherRelease?: boolean
  readonly notes?: readonly Note[]
}

export interface Install {
  /** Requirements for pip or uv: a name, a name with a release, or `git+https://…` */
  readonly python?: readonly string[]
  /** Names on conda-forge; without them, pip is used inside the environment, and a note says so. */
  readonly conda?: readonly string[]
  readonly javascript?: readonly string[]
  /** A checkout to work in, for projects that are not packages. The code is run from inside it. */
  readonly checkout?: {
    readonly url: string
    /** What to install inside the checkout: a requirements file, or the checkout itself (`-e .`, with extras `-e .[torch]`). */
    readonly requirements?: string
    readonly editable?: string
  }
  /** The tool's own installer. */
  readonly tool?: Block
}

export interface Snippets {
  /** In order; may be empty, with a note that gives the reason. */
  readonly drafts: readonly Draft[]
  readonly notes?: readonly Note[]
}

/** Where the names in a library's code can be looked up, for the proof of names. The first distribution determines the release. */
export type NameSource =
  | { readonly pypi: readonly string[] }
  | { readonly npm: readonly string[] }
  /** The reason why names cannot be looked up: not on a public registry, or no code with names. */
  | { readonly none: string }

/** One library: one file in `libraries/`. */
export interface Library {
  /** Equals the file name and the value of `library_name` on cards. */
  readonly id: string
  readonly label: string
  /** The project name, if different from the label. */
  readonly repoName?: string
  readonly repo: string
  readonly docs?: string
  /** Available as a filter of the models list. */
  readonly filter?: boolean
  readonly downloads: DownloadRule
  readonly names: NameSource
  readonly install?: (facts: ModelFacts) => Install
  /** Whether the library can load a model that names another library. Default: whether the library's id is a tag. */
  readonly offers?: (facts: ModelFacts) => boolean
  /** The blocks in order, and the notes that accompany them. If omitted, the code fetches the files, with a note that there is nothing more. */
  readonly snippets?: (facts: ModelFacts, target: Target) => Snippets
}

export function defineLibrary(library: Library): Library {
  return library
}

/** Whether the library is offered for a model that names another one. */
export function isOffered(library: Library, facts: ModelFacts): boolean {
  if (library.offers) return library.offers(facts)
  return library.snippets !== undefined && facts.tags.has(library.id)
}
