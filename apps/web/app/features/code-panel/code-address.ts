import type { CodeData } from './code-data.server.ts'

type Change = Partial<Record<'library' | 'language' | 'python' | 'javascript' | 'device' | 'revision', string | null>>

/** The address of this page with every choice written out, so that a link shows the same code to everybody. */
export function codeAddress(code: CodeData, change: Change): string {
  const { choice } = code
  const all: Change = {
    library: code.library,
    language: code.language,
    python: choice.python === 'pip' ? null : choice.python,
    javascript: choice.javascript === 'npm' ? null : choice.javascript,
    device: choice.device === 'auto' ? null : choice.device,
    revision: code.revision === 'main' ? null : code.revision,
    ...change,
  }
  // What was just chosen is written even when it is the default: it has to win over what the cookie remembers.
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(all))
    if (typeof value === 'string' && !(name === 'revision' && value === 'main')) query.set(name, value)
  return `?${query.toString()}`
}
