import type { ModelFacts } from './facts/model-facts.ts'
import type { Draft, Note } from './library.ts'
import type { Target } from './target.ts'

/** What an application needs for a model: commands to run, or a link that opens it. */
export interface AppAnswer {
  /** In order; each runs after those before it. */
  readonly steps: readonly Draft[]
  /** An address that the installed application opens; only where it fetches from the hub that the page is on. */
  readonly link?: string
  readonly notes?: readonly Note[]
}

/** An application that runs models on the reader's own machine: one file in `local-apps/`. */
export interface LocalApp {
  /** Equals the file's name. */
  readonly id: string
  readonly label: string
  readonly docs: string
  /** The task that it is mostly used for. */
  readonly task: 'text-generation' | 'text-to-image'
  readonly isMacOnly?: true
  readonly offers: (facts: ModelFacts) => boolean
  readonly answer: (facts: ModelFacts, target: Target) => AppAnswer
}

export function defineApp(app: LocalApp): LocalApp {
  return app
}
