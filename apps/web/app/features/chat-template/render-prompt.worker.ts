import { Template } from '@huggingface/jinja'
import { formatTemplate } from '@portolan/chat-template'

/** Message from the page. */
export interface PromptQuestion {
  readonly source: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** The prompt, and whether the formatted template renders the same; or the error from the template or the engine. */
export type PromptAnswer = { readonly prompt: string; readonly sameFormatted: boolean | null } | { readonly error: string }

const scope = self as unknown as { onmessage: (event: MessageEvent<PromptQuestion>) => void; postMessage(message: PromptAnswer): void }

scope.onmessage = ({ data }) => {
  try {
    const prompt = render(data.source, data.variables)
    scope.postMessage({ prompt, sameFormatted: rendersTheSame(data, prompt) })
  } catch (error) {
    scope.postMessage({ error: error instanceof Error ? error.message : String(error) })
  }
}

function render(source: string, variables: PromptQuestion['variables']): string {
  return new Template(source).render(structuredClone(variables))
}

function rendersTheSame({ source, variables }: PromptQuestion, prompt: string): boolean | null {
  let formatted: string
  try {
    formatted = formatTemplate(source)
  } catch {
    // The page already reports that the template cannot be formatted, and why.
    return null
  }
  return render(formatted, variables) === prompt
}
