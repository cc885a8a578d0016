/** An example for a model's try-it widget, with the fields that cards use. */
export type WidgetExample =
  | { readonly text: string }
  | { readonly text: string; readonly context: string }
  | { readonly text: string; readonly table: Readonly<Record<string, readonly string[]>> }
  | { readonly text: string; readonly candidate_labels: string; readonly multi_class: boolean }
  | { readonly source_sentence: string; readonly sentences: readonly string[] }
  | { readonly messages: readonly { readonly role: 'user'; readonly content: string }[] }
  | { readonly src: string }
  | { readonly src: string; readonly text: string }
  | { readonly src: string; readonly candidate_labels: string }
  | { readonly structured_data: Readonly<Record<string, readonly (string | number)[]>> }

/** Examples in one language. Tasks, and `conversational` for models tuned on dialogue. */
export type WidgetExamples = Readonly<Record<string, readonly WidgetExample[]>>

/** Placeholder for the mask token, which every tokenizer spells differently. */
export const maskPlaceholder = '<mask>'
