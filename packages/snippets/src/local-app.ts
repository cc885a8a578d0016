import type { ModelFacts } from './facts/model-facts.ts'
import type { Draft, Note } from './library.ts'
import type { Target } from './target.ts'

/** What an application needs to run a model: commands, or a link that opens it. */
export interface AppAnswer {
  /** In order; each step runs after the previous ones. */
  readonly steps: readonly Draft[]
  /** A URL that the installed application opens; only if it fetches from the hub of the page. */
  readonly link?: string
  readonly notes?: readonly Note[]
}

/** An application that runs models on the user's own machine: one file in `local-apps/`. */
export interface LocalApp {
  /** Equals the file name. */
  readonly id: string
  readonly label: string
  readonly docs: string
  /** The application's main task. */
  readonly task: 'text-generation' | 'text-to-image'
  readonly isMacOnly?: true
  readonly offers: (facts: ModelFacts) => boolean
  readonly answer: (facts: ModelFacts, target: Target) => AppAnswer
}

export function defineApp(app: LocalApp): LocalApp {
  return app
}
