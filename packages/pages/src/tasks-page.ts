import { HubError } from '@portolan/contract'
import { isTaskId, type Modality, modalities, pipelineType, runsInBrowser, type TaskId, taskIds, taskLibraries } from '@portolan/tasks'
import { type TaskDetail, taskDetails } from '@portolan/tasks/details'
import type { Actor, Hub } from '@portolan/hub'
import { exampleOf, type ModelExample } from './model-example.ts'
import { type RepoCardView, toRepoCard } from './repo-view.ts'
import { datasetTag, type ShelfSort, taskCounts, taskShelves } from './task-shelves.ts'

/** A task in a list. */
export interface TaskRow {
  readonly id: TaskId
  readonly label: string
  /** The first sentence of its summary. */
  readonly gist: string
  /** Counts of public models and datasets on this hub. */
  readonly models: number
  readonly datasets: number
}

export interface TasksPage {
  readonly q: string
  readonly found: number
  readonly groups: readonly { readonly modality: Modality; readonly label: string; readonly tasks: readonly TaskRow[] }[]
}

/** All tasks by modality, or those that contain every word of `q`. */
export async function tasksPage(hub: Hub, actor: Actor, q: string): Promise<TasksPage> {
  const counts = await taskCounts(hub, actor)
  const words = q.toLowerCase().split(/\s+/).slice(0, 20)
  const found = taskIds.filter((id) => words.every((word) => searchText[id].includes(word)))
  const row = (id: TaskId): TaskRow => ({
    id,
    label: pipelineType(id).name,
    gist: firstSentence(taskDetails[id].summary),
    models: counts.model.get(id) ?? 0,
    datasets: counts.dataset.get(id) ?? 0,
  })
  const groups = (Object.keys(modalities) as Modality[])
    .map((modality) => ({
      modality,
      label: modalities[modality],
      tasks: found.filter((id) => pipelineType(id).modality === modality).map(row),
    }))
    .filter(({ tasks }) => tasks.length > 0)
  return { q, found: found.length, groups }
}

/** Searchable text of a task: its names, those of its variants, and its uses. */
const searchText = Object.fromEntries(
  taskIds.map((id) => {
    const { name, subtasks = [], modality } = pipelineType(id)
    const { summary, uses, variants } = taskDetails[id]
    const parts = [
      id,
      name,
      modalities[modality],
      summary,
      ...subtasks.map((subtask) => `${subtask.type} ${subtask.name}`),
      ...variants.map((variant) => variant.name),
      ...uses.map((use) => `${use.title} ${use.text}`),
    ]
    return [id, parts.join('\n').toLowerCase()]
  }),
) as Readonly<Record<TaskId, string>>

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text
}

/** A task referenced by another. */
export interface TaskLink {
  readonly id: TaskId
  readonly label: string
}

export interface TaskPage extends Pick<TaskDetail, 'summary' | 'uses' | 'input' | 'output' | 'demo' | 'metrics' | 'variants'> {
  readonly id: TaskId
  readonly label: string
  readonly modality: { readonly id: Modality; readonly label: string }
  /** Names used by dataset cards in `task_ids`. */
  readonly subtasks: readonly { readonly type: string; readonly name: string }[]
  readonly libraries: readonly string[]
  readonly runsInBrowser: boolean
  readonly canonical: TaskLink | null
  readonly related: readonly TaskLink[]
  readonly sort: ShelfSort
  readonly models: readonly RepoCardView[]
  readonly datasets: readonly RepoCardView[]
  readonly spaces: readonly RepoCardView[]
  /** Public repos with this task, and the URLs that list them. */
  readonly counts: { readonly models: number; readonly datasets: number }
  readonly links: { readonly models: string; readonly datasets: string }
  /** A model to show code for; `null` when there is none. */
  readonly example: ModelExample | null
}

const perShelf = 6

/** The page of a task. @throws {HubError} `route.not_found` when there is no such task */
export async function taskPage(hub: Hub, actor: Actor, task: string, sort: ShelfSort): Promise<TaskPage> {
  if (!isTaskId(task)) throw new HubError('route.not_found')
  const { name, modality, subtasks = [] } = pipelineType(task)
  const { summary, uses, input, output, demo, metrics, variants, related, canonicalId } = taskDetails[task]
  const shelves = await taskShelves(hub, actor, task, { limit: perShelf, sort })
  const counts = await taskCounts(hub, actor)
  return {
    id: task,
    label: name,
    modality: { id: modality, label: modalities[modality] },
    subtasks,
    libraries: taskLibraries[task],
    runsInBrowser: runsInBrowser(task),
    canonical: canonicalId === undefined ? null : toLink(canonicalId),
    related: related.map(toLink),
    summary,
    uses,
    input,
    output,
    demo,
    metrics,
    variants,
    sort,
    models: shelves.models.map(toRepoCard),
    datasets: shelves.datasets.map(toRepoCard),
    spaces: shelves.spaces.map(toRepoCard),
    counts: { models: counts.model.get(task) ?? 0, datasets: counts.dataset.get(task) ?? 0 },
    links: { models: `/models?task=${task}`, datasets: `/datasets?tag=${encodeURIComponent(datasetTag(task))}` },
    example: await exampleOf(hub, actor, shelves.models.map(toRepoCard)),
  }
}

function toLink(id: TaskId): TaskLink {
  return { id, label: pipelineType(id).name }
}
