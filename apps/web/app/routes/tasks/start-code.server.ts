import type { PageHub, TaskPage } from '@portolan/pages'
import { fits, type Language, type LibrarySnippets, modelSnippets, targetFor, toModelFacts } from '@portolan/snippets'
import { markPlaceholders } from '../../features/code-panel/mark-placeholders.server.ts'
import type { CodeChoice } from '../../lib/code-choice.ts'

/** Starter code, generated and highlighted on the server. */
export interface StartCode {
  readonly libraries: readonly { readonly id: string; readonly label: string }[]
  readonly library: string
  readonly blocks: readonly {
    readonly id: string
    readonly title: string
    readonly code: string
    readonly html: string
    readonly placeholders: readonly string[]
    readonly notes: readonly string[]
  }[]
  readonly notes: readonly string[]
}

/** Placeholder for a model name while this hub has no model for the task. */
const anyModel = 'owner/model'

const shellName: Record<Language, string> = { python: 'python', javascript: 'javascript', shell: 'bash', csharp: 'csharp' }

/** Returns code for the page's example model, or, without one, code for the task's libraries with a model name placeholder. */
export function startCode(hub: PageHub, page: TaskPage, choice: CodeChoice): StartCode | null {
  const { example } = page
  const target = targetFor(hub.origin, {
    python: choice.python,
    javascript: choice.javascript,
    device: choice.device,
    visibility: example?.isPrivate ? 'private' : 'public',
    gated: example?.gated ?? false,
  })
  const sets: LibrarySnippets[] = example
    ? modelSnippets(toModelFacts(example.record), target)
    : byFamiliarity(page.libraries).flatMap((library) => {
        const record = { id: anyModel, pipeline_tag: page.id, library_name: library, tags: [library, page.id] }
        return modelSnippets(toModelFacts(record), target).filter((set) => set.library === library)
      })
  const set = sets.find(({ library }) => library === choice.library) ?? sets[0]
  if (!set) return null
  const language = set.languages.find((each) => each === choice.language) ?? set.languages[0] ?? 'python'
  return {
    libraries: sets.map(({ library, label }) => ({ id: library, label })),
    library: set.library,
    blocks: set.blocks
      .filter((block) => fits(block, language))
      .map(({ id, title, code, placeholders, notes, language: own }) => {
        const toFill = example || !code.includes(anyModel) ? placeholders : [anyModel, ...placeholders]
        return {
          id,
          title,
          code,
          html: markPlaceholders(hub.highlight(code, shellName[own]), code, toFill),
          placeholders: toFill,
          notes: notes.map(({ text }) => text),
        }
      }),
    // A placeholder model has no notes.
    notes: example ? set.notes.map(({ text }) => text) : [],
  }
}

/** Sorts the libraries most commonly used, regardless of task, first. */
function byFamiliarity(libraries: readonly string[]): string[] {
  const first = ['transformers', 'diffusers', 'sentence-transformers'].filter((library) => libraries.includes(library))
  return [...first, ...libraries.filter((library) => !first.includes(library))]
}
