import { type Actor, type Hub, listFacets, listRepos } from '@portolan/hub'
import { exampleOf, type ModelExample } from './model-example.ts'
import { type RepoCardView, toRepoCard } from './repo-view.ts'

/** What this hub holds for a library. */
export interface LibraryModels {
  /** The most downloaded ones that the viewer may see. */
  readonly models: readonly RepoCardView[]
  readonly total: { readonly n: number; readonly exact: boolean }
  /** A model to show code for, with the record that code is made from; `null` when there is none. */
  readonly example: ModelExample | null
}

/** How many public models carry the tag of each library, by tag; libraries without any are absent. */
export async function libraryCounts(hub: Hub, actor: Actor): Promise<ReadonlyMap<string, number>> {
  const facets = await listFacets(hub, actor, { type: 'model', sort: 'trending', limit: 1 }, ['library'], { limit: 1_000 })
  return new Map((facets['library'] ?? []).map(({ value, n }) => [value, n]))
}

/** @param tags the names that cards give the library: a model counts that carries one of them */
export async function libraryModels(hub: Hub, actor: Actor, tags: readonly string[], limit: number): Promise<LibraryModels> {
  const listing = await listRepos(hub, actor, { type: 'model', anyOf: tags.map((tag) => [tag]), sort: 'downloads', limit, withTotal: true })
  const models = listing.repos.map(toRepoCard)
  // The library that a card names says more than a tag: of those that others named the code may be another library's.
  const named = models.filter(({ library }) => library !== null && tags.includes(library))
  return { models, total: listing.total ?? { n: 0, exact: true }, example: await exampleOf(hub, actor, named.length > 0 ? named : models) }
}
