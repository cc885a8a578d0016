/** What an action answers when the hub refused: the words, and the field that they concern. */
export interface FormFailure {
  readonly error: string
  readonly field: string | null
}

/**
 * Where a form says what was refused: at the field that it concerns, or above the form when the form has no such field. Never nowhere.
 * @param fields those of the form that show what is wrong with them
 */
export function placeFailure<Field extends string>(
  failure: FormFailure | null | undefined,
  fields: readonly Field[],
): { readonly above: string | null; at(field: Field): string | null } {
  const placed = fields.find((field) => field === failure?.field)
  const error = failure?.error ?? null
  return { above: placed === undefined ? error : null, at: (field) => (field === placed ? error : null) }
}
