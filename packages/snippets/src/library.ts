import type { Block } from './code/index.ts'
import type { DownloadRule } from './download-rule.ts'
import type { ModelFacts } from './facts/model-facts.ts'
import type { Target } from './target.ts'

/** What there is to say beside code, by a code that stays the same. */
export const noteCodes = [
  // The record lacks something
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
  // The library or the client has a limit
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
  // To be careful about
  'custom-code',
  'pickle',
  'remote-code',
  'licence',
  // No code of the library's own
  'no-loader',
  'no-variant',
  'library-unknown',
  // What the owner of the hub says of a library of their own
  'owner',
  // Of calls over HTTP
  'answer-is-job',
  'answer-encoded',
  'answer-is-link',
  'own-key',
  'staging',
  // Something to fill in
  'input-needed',
] as const

/** Something to say beside the code. The codes are stable. */
export interface Note {
  readonly code: (typeof noteCodes)[number]
  readonly text: string
}

/** One block of a library for a model, before printing. */
export interface Draft {
  /** Stable within the library: part of links. */
  readonly id: string
  readonly title: string
  readonly code: Block
  /** Under what a run is recorded when the id says too little: a pipeline per task. */
  readonly proofId?: string
  /** It asks for another release than the current one, in which names are looked up: no more than `literals` is claimed of it. */
  readonly otherRelease?: boolean
  readonly notes?: readonly Note[]
}

export interface Install {
  /** Requirements for pip or uv: a name, a name with a release, `git+https://…` */
  readonly python?: readonly string[]
  /** Names on conda-forge; without them pip is used inside the environment, and a note says so. */
  readonly conda?: readonly string[]
  readonly javascript?: readonly string[]
  /** A checkout to work in, for what is no package. The code is run from inside it. */
  readonly checkout?: {
    readonly url: string
    /** What to install inside it: a requirements file, or the checkout itself (`-e .`, with extras `-e .[torch]`). */
    readonly requirements?: string
    readonly editable?: string
  }
  /** The tool's own installer. */
  readonly tool?: Block
}

export interface Snippets {
  /** In order; may be empty, with a note that says why. */
  readonly drafts: readonly Draft[]
  readonly notes?: readonly Note[]
}

/** Where the names in a library's code can be looked up, for the proof of names. The first distribution names the release. */
export type NameSource =
  | { readonly pypi: readonly string[] }
  | { readonly npm: readonly string[] }
  /** On no public registry, or no code whose names could be looked up: why. */
  | { readonly none: string }

/** One library: one file in `libraries/`. */
export interface Library {
  /** Equals the file's name and the value of `library_name` on cards. */
  readonly id: string
  readonly label: string
  /** The name of the project, where it differs from the label. */
  readonly repoName?: string
  readonly repo: string
  readonly docs?: string
  /** Offered as a filter of the models list. */
  readonly filter?: boolean
  readonly downloads: DownloadRule
  readonly names: NameSource
  readonly install?: (facts: ModelFacts) => Install
  /** Whether the library loads this model, beside the one that the model names; when left out: whether its id is a tag. */
  readonly offers?: (facts: ModelFacts) => boolean
  /** The blocks in order, and what there is to say beside them. Left out: the files are fetched, and a note says that there is no more. */
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
