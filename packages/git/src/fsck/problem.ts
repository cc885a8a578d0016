/** Why git would reject an object. `id` is the name that `git fsck` gives it. */
export interface ObjectProblem {
  readonly id: string
  readonly message: string
}

export function problem(id: string, message: string): ObjectProblem {
  return { id, message }
}
