/**
 * How much work comparing may cause in one request; shared by all files it is passed to. A step is one diagonal of Myers' algorithm, about
 * 0.2 µs. Once it is used up, the rest is shown as removed and added in full: coarse, but correct. Counted, not timed, so that the same
 * two files always give the same diff.
 */
export interface DiffBudget {
  steps: number
}

/** Maximum edits for one run of the algorithm: beyond that, the lines are first split at those that are unique on both sides. */
export const maxEditLength = 400

export function newDiffBudget(steps = 1_500_000): DiffBudget {
  return { steps }
}
