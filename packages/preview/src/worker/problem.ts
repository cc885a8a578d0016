import type { TableProblem } from '@portolan/hub'

/** What the reader of a page should know, in a sentence. */
export class Problem extends Error {
  readonly problem: TableProblem

  constructor(problem: TableProblem, message: string) {
    super(message)
    this.problem = problem
  }
}
