import type { TaskId } from '@portolan/tasks'
import type { RepoType } from '@portolan/contract'
import { type Actor, type Hub, type Repo, listFacets, listRepos } from '@portolan/hub'

/** What this hub has for a task, best first. */
export interface TaskShelves {
  readonly models: readonly Repo[]
  readonly datasets: readonly Repo[]
  /** Apps that have the task as a tag, or whose card names one of the models above. */
  readonly spaces: readonly Repo[]
}

export const shelfSorts = ['likes', 'downloads'] as const
export type ShelfSort = (typeof shelfSorts)[number]

/** At most `limit` repos of each kind that the actor may see. */
export async function taskShelves(
  hub: Hub,
  actor: Actor,
  task: TaskId,
  { limit, sort }: { readonly limit: number; readonly sort: ShelfSort },
): Promise<TaskShelves> {
  const models = await listRepos(hub, actor, { type: 'model', pipelineTag: task, sort, limit })
  const datasets = await listRepos(hub, actor, { type: 'dataset', tags: [datasetTag(task)], sort, limit })
  const marks = [[task], ...models.repos.map(({ fullName }) => [`model:${fullName}`])]
  // Downloads of a Space are meaningless: people open it, programs do not download it.
  const spaces = await listRepos(hub, actor, { type: 'space', anyOf: marks, sort: 'likes', limit })
  return { models: models.repos, datasets: datasets.repos, spaces: spaces.repos }
}

/** The wire tag of a dataset for a task. */
export function datasetTag(task: TaskId): string {
  return `task_categories:${task}`
}

/** Number of public models, datasets and apps per task; tasks without any are absent. */
export async function taskCounts(hub: Hub, actor: Actor): Promise<Readonly<Record<RepoType, ReadonlyMap<string, number>>>> {
  const count = async (type: RepoType, ns: string) => {
    const facets = await listFacets(hub, actor, { type, sort: 'trending', limit: 1 }, [ns], { limit: 1_000 })
    return new Map((facets[ns] ?? []).map(({ value, n }) => [value.replace(/^task_categories:/, ''), n]))
  }
  return {
    model: await count('model', 'pipeline_tag'),
    dataset: await count('dataset', 'task_categories'),
    space: await count('space', 'pipeline_tag'),
  }
}
