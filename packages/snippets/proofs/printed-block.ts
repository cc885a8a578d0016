import { type HoleSpan, type Language, printWithHoles } from '../src/code/index.ts'
import { filesPlan, libraryPlan, type PlannedBlock } from '../src/index.ts'
import type { ModelFacts } from '../src/facts/model-facts.ts'
import type { Library } from '../src/library.ts'
import type { Target } from '../src/target.ts'

/** A printed block and the positions of its values: the input of the proofs. */
export interface PrintedBlock {
  /** `transformers/pipeline`. */
  readonly id: string
  readonly role: 'install' | 'login' | 'load'
  readonly language: Language
  readonly code: string
  readonly holes: readonly HoleSpan[]
  /** The key its runs are recorded under; `files/…` if it downloads files, for a library that has no code for the model. */
  readonly runKey?: string | null
  /** It requires a release other than the current one, in which names are looked up. */
  readonly otherRelease?: boolean
}

/** The blocks of a library for a model; for `null`, those that download its files. */
export function printedBlocks(library: Library | null, facts: ModelFacts, target: Target): PrintedBlock[] {
  return printAll(library === null ? filesPlan(facts, target) : libraryPlan(library, facts, target))
}

/** Prints the planned blocks, and keeps the positions of their values. */
export function printAll(plan: readonly PlannedBlock[]): PrintedBlock[] {
  return plan.map(({ id, role, code, runKey, otherRelease }) => ({
    id,
    role,
    language: code.language,
    ...printWithHoles(code),
    runKey,
    otherRelease,
  }))
}
