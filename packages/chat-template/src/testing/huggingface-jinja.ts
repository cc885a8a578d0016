import { Template } from '@huggingface/jinja'

/** The result of rendering: the text or the error. */
export type Outcome = { readonly text: string } | { readonly error: string }

/** A compiled `@huggingface/jinja` template, or why it cannot be compiled. */
export function readTemplate(source: string): Template | { readonly error: string } {
  try {
    return new Template(source)
  } catch (error) {
    return { error: described(error) }
  }
}

export function renderWithHuggingFace(template: Template, variables: Readonly<Record<string, unknown>>): Outcome {
  try {
    return { text: template.render(structuredClone(variables)) }
  } catch (error) {
    return { error: described(error) }
  }
}

function described(error: unknown): string {
  return error instanceof Error ? `${error.constructor.name}: ${error.message}` : String(error)
}
