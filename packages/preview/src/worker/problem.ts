import type { TableProblem } from '@portolan/hub'

/** An error message for the reader of a page, as a full sentence. */
export class Problem extends Error {
  readonly problem: TableProblem

  constructor(problem: TableProblem, message: string) {
    super(message)
    this.problem = problem
  }
}
