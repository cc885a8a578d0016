import type { PageHub, RepoCardView } from '@portolan/pages'
import { describeDownloads, findLibrary, librarySnippets, proofEntries, targetFor, toModelFacts } from '@portolan/snippets'
import { type ChoiceToKeep, type CodeData, panelView } from '../../features/code-panel/code-data.server.ts'
import type { CodeChoice } from '../../lib/code-choice.ts'
import { anyModel, anyRecord, type LibrarySummary, summaryOf, tagsOf, tasksOf } from './library-summary.server.ts'

export interface LibraryPage extends LibrarySummary {
  readonly repo: string
  readonly docs: string | null
  /** Other names that cards on this hub use for it. */
  readonly aliases: readonly string[]
  /** Describes which files count as downloads. */
  readonly downloads: string
  readonly tasks: readonly string[]
  readonly models: readonly RepoCardView[]
  readonly total: { readonly n: number; readonly exact: boolean }
  /** URL of the listing of its models. */
  readonly allModels: string
  readonly example: { readonly fullName: string; readonly path: string } | null
  readonly code: CodeData | null
  readonly record: readonly {
    readonly block: string
    readonly level: LibrarySummary['level']
    readonly against: string | null
    readonly date: string
    readonly names: number | null
    readonly open: number | null
  }[]
  readonly keep: ChoiceToKeep
}

const maxModels = 8

/** Returns `null` when the registry has no library of that name. The returned id may differ from `name`, because a library can have several names. */
export async function libraryPage(hub: PageHub, name: string, choice: CodeChoice, request: Request): Promise<LibraryPage | null> {
  const library = findLibrary(name)
  if (library === null) return null
  const tags = tagsOf(library, await hub.libraryCounts())
  const { models, total, example } = await hub.libraryModels(tags, maxModels)
  const target = targetFor(hub.origin, {
    python: choice.python,
    javascript: choice.javascript,
    device: choice.device,
    visibility: example?.isPrivate ? 'private' : 'public',
    gated: example?.gated ?? false,
  })
  const facts = toModelFacts(example?.record ?? anyRecord(library))
  const view = panelView(hub, {
    sets: [librarySnippets(library, facts, target)],
    apps: [],
    facts,
    target,
    question: { choice: { ...choice, library: library.id, app: null }, keep: {}, request },
    plainUrl: example ? `/api/models/${example.fullName}/snippets` : null,
    ...(example ? {} : { toFill: anyModel }),
  })
  return {
    ...summaryOf(library),
    repo: library.repo,
    docs: library.docs ?? null,
    aliases: tags.filter((tag) => tag !== library.id),
    downloads: describeDownloads(library.downloads),
    tasks: tasksOf(library.id),
    models,
    total,
    allModels: `/models?library=${encodeURIComponent(tags[0] ?? library.id)}&sort=downloads`,
    example: example === null ? null : { fullName: example.fullName, path: example.path },
    code: view && withoutLibrary(view.code),
    record: proofEntries(library.id).map(({ block, entry: { level, against, date, names, open } }) => ({
      block,
      level,
      against,
      date,
      names: names ?? null,
      open: open ?? null,
    })),
    keep: view?.keep ?? { ...choice, library: null, app: null },
  }
}

/** Removes the library parameter, which is already in the path, and the link to this page. */
function withoutLibrary(code: CodeData): CodeData {
  const { library: _library, ...parameters } = code.parameters
  return { ...code, parameters, libraryPath: null }
}
