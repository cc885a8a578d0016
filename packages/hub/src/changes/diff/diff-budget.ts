/**
 * How much comparing one request may cause; shared by all files that are given it. A step is one diagonal of Myers' algorithm, about
 * 0.2 µs. When it is used up, what is left is shown as removed and added whole: coarse, but true. Counted, not timed, so that the same
 * two files always give the same diff.
 */
export interface DiffBudget {
  steps: number
}

/** The edits one run of the algorithm may take: beyond it the lines are first cut at what stands once on either side. */
export const maxEditLength = 400

export function newDiffBudget(steps = 1_500_000): DiffBudget {
  return { steps }
}
