import { type Actor, type Hub, listFacets, listRepos } from '@portolan/hub'
import { exampleOf, type ModelExample } from './model-example.ts'
import { type RepoCardView, toRepoCard } from './repo-view.ts'

/** What this hub has for a library. */
export interface LibraryModels {
  /** The most downloaded ones that the viewer may see. */
  readonly models: readonly RepoCardView[]
  readonly total: { readonly n: number; readonly exact: boolean }
  /** A model to show code for, with the data to generate it from; `null` when there is none. */
  readonly example: ModelExample | null
}

/** Number of public models per library tag; libraries without any are absent. */
export async function libraryCounts(hub: Hub, actor: Actor): Promise<ReadonlyMap<string, number>> {
  const facets = await listFacets(hub, actor, { type: 'model', sort: 'trending', limit: 1 }, ['library'], { limit: 1_000 })
  return new Map((facets['library'] ?? []).map(({ value, n }) => [value, n]))
}

/** @param tags the names that cards use for the library: a model counts if it has one of them */
export async function libraryModels(hub: Hub, actor: Actor, tags: readonly string[], limit: number): Promise<LibraryModels> {
  const listing = await listRepos(hub, actor, { type: 'model', anyOf: tags.map((tag) => [tag]), sort: 'downloads', limit, withTotal: true })
  const models = listing.repos.map(toRepoCard)
  // The library named in a card is more reliable than a tag: for models that name a different one, the code may be for that library.
  const named = models.filter(({ library }) => library !== null && tags.includes(library))
  return { models, total: listing.total ?? { n: 0, exact: true }, example: await exampleOf(hub, actor, named.length > 0 ? named : models) }
}
