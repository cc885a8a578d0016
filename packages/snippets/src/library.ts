import type { Block } from './code/index.ts'
import type { ModelFacts } from './facts/model-facts.ts'
import type { Target } from './target.ts'

/** Something to say beside the code. The codes are stable. */
export interface Note {
  readonly code:
    | 'type-unknown'
    | 'task-removed'
    | 'peft-task-type-invalid'
    | 'peft-base-missing'
    | 'sklearn-file-missing'
    | 'pickle'
    | 'yolo-version-unknown'
    | 'pipeline-tag-unknown'
    | 'task-not-in-runtime'
    | 'no-revision'
    | 'base-model-missing'
    | 'custom-code'
    | 'no-conda'
    | 'endpoint-ignored'
    | 'file-missing'
    | 'library-unknown'
    | 'inline-limit'
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
  readonly python?: readonly string[]
  /** Names on conda-forge; without them pip is used inside the environment, and a note says so. */
  readonly conda?: readonly string[]
  readonly javascript?: readonly string[]
}

/** One library: one file in `libraries/`. */
export interface Library {
  /** Equals the file's name and the value of `library_name` on cards. */
  readonly id: string
  readonly label: string
  readonly repo: string
  readonly docs?: string
  /** Offered as a filter of the models list. */
  readonly filter: boolean
  /** Which files count as a download, in words; the rule itself is in the hub's download counter. */
  readonly downloads: string
  readonly install: (facts: ModelFacts) => Install
  /** Whether the library loads this model, beside the one that the model names. */
  readonly offers: (facts: ModelFacts) => boolean
  /** The blocks in order, and what there is to say beside them. */
  readonly snippets: (facts: ModelFacts, target: Target) => { readonly drafts: readonly Draft[]; readonly notes?: readonly Note[] }
}

export function defineLibrary(library: Library): Library {
  return library
}
