import type { RepoType } from '@portolan/contract'
import { type Actor, type UserActor, newsOfFollowed, type Hub, listRepos } from '@portolan/hub'
import { toCards } from './listing-page.ts'
import { type RepoCardView, toRepoCard } from './repo-view.ts'

export interface HomePage {
  readonly models: readonly RepoCardView[]
  readonly datasets: readonly RepoCardView[]
  readonly spaces: readonly RepoCardView[]
  /** The viewer's own repos, updated last; empty for others. */
  readonly own: readonly RepoCardView[]
  /** Recent changes in the accounts the viewer follows. */
  readonly followed: readonly RepoCardView[]
  readonly totals: Readonly<Record<RepoType, { readonly n: number; readonly exact: boolean }>>
}

/** New and popular repos, and how many there are. */
export async function homePage(hub: Hub, actor: Actor): Promise<HomePage> {
  const list = async (type: RepoType, limit: number) => listRepos(hub, actor, { type, sort: 'trending', limit, withTotal: true })
  const [models, datasets, spaces] = [await list('model', 8), await list('dataset', 6), await list('space', 3)]
  const none = { n: 0, exact: true }
  return {
    models: await toCards(hub, 'model', models.repos),
    datasets: await toCards(hub, 'dataset', datasets.repos),
    spaces: await toCards(hub, 'space', spaces.repos),
    own: actor.kind === 'user' ? await ownRepos(hub, actor) : [],
    followed: (await newsOfFollowed(hub, actor, 6)).map(toRepoCard),
    totals: { model: models.total ?? none, dataset: datasets.total ?? none, space: spaces.total ?? none },
  }
}

const shownOwn = 6

/** Of all types, updated last. */
async function ownRepos(hub: Hub, actor: UserActor): Promise<RepoCardView[]> {
  const all = await Promise.all(
    (['model', 'dataset', 'space'] as const).map((type) =>
      listRepos(hub, actor, { type, author: actor.name, sort: 'updated', limit: shownOwn }),
    ),
  )
  return all
    .flatMap(({ repos }) => repos)
    .toSorted((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime())
    .slice(0, shownOwn)
    .map(toRepoCard)
}
