/** An action's response when the hub refused: the message, and the field that it concerns. */
export interface FormFailure {
  readonly error: string
  readonly field: string | null
}

/**
 * Decides where a form shows an error: at the field that it concerns, or above the form if it has no such field. The error is always shown.
 * @param fields the form's fields that can show an error
 */
export function placeFailure<Field extends string>(
  failure: FormFailure | null | undefined,
  fields: readonly Field[],
): { readonly above: string | null; at(field: Field): string | null } {
  const placed = fields.find((field) => field === failure?.field)
  const error = failure?.error ?? null
  return { above: placed === undefined ? error : null, at: (field) => (field === placed ? error : null) }
}
