import type { CardPage, PageHub } from '@portolan/hub'
import { fits, type Language, type LibrarySnippets, modelSnippets, repoSnippets, targetFor, toModelFacts } from '@portolan/snippets'
import type { CodeChoice } from '../../lib/code-choice.ts'
import { markPlaceholders } from './mark-placeholders.server.ts'

/** The code panel's data: everything is printed and coloured here, so that the browser only shows it. */
export interface CodeData {
  readonly libraries: readonly { readonly id: string; readonly label: string; readonly languages: readonly Language[] }[]
  readonly library: string
  readonly docs: string | null
  readonly language: Language
  readonly languages: readonly Language[]
  readonly blocks: readonly {
    readonly id: string
    readonly title: string
    readonly role: 'install' | 'login' | 'load'
    readonly code: string
    readonly html: string
    readonly placeholders: readonly string[]
    readonly notes: readonly string[]
    readonly proof: { readonly level: string; readonly against: string | null; readonly date: string } | null
  }[]
  readonly notes: readonly string[]
  readonly choice: CodeChoice
  readonly revision: string
  readonly pinned: boolean
  /** Address of the same text for programs. */
  readonly plainUrl: string | null
}

const shellName: Record<Language, string> = { python: 'python', javascript: 'javascript', shell: 'bash', csharp: 'csharp' }

export function codeData(hub: PageHub, page: CardPage, choice: CodeChoice, revision: string, pinned: boolean): CodeData | null {
  const { header } = page
  const target = targetFor(hub.origin, {
    revision,
    pinned,
    visibility: header.isPrivate ? 'private' : 'public',
    gated: header.gated,
    python: choice.python,
    javascript: choice.javascript,
    device: choice.device,
  })
  const facts = toModelFacts(page.record)
  const sets: LibrarySnippets[] = header.type === 'model' ? modelSnippets(facts, target) : repoSnippets(facts, target, header.type)
  const set =
    sets.find(({ library }) => library === choice.library) ??
    sets.find((each) => choice.language !== null && each.languages.includes(choice.language)) ??
    sets[0]
  if (!set) return null
  const language = set.languages.find((each) => each === choice.language) ?? set.languages[0] ?? 'python'
  const blocks = set.blocks.filter((block) => fits(block, language))
  return {
    libraries: sets.map(({ library, label, languages }) => ({ id: library, label, languages })),
    library: set.library,
    docs: set.docs,
    language,
    languages: set.languages,
    blocks: blocks.map(({ id, title, role, code, placeholders, notes, proof, language: own }) => ({
      id,
      title,
      role,
      code,
      html: markPlaceholders(hub.highlight(code, shellName[own]), code, placeholders),
      placeholders,
      notes: notes.map(({ text }) => text),
      proof,
    })),
    notes: set.notes.map(({ text }) => text),
    choice,
    revision,
    pinned,
    plainUrl:
      header.type === 'model'
        ? `${header.apiPath}/snippets?library=${encodeURIComponent(set.library)}&language=${language}&revision=${encodeURIComponent(revision)}&python=${choice.python}&javascript=${choice.javascript}&device=${choice.device}`
        : null,
  }
}
