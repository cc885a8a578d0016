import { pipelineType, type TaskId, taskIds, taskLibraries } from '@portolan/tasks'
import { type TaskDetail, taskDetails } from '@portolan/tasks/details'
import { anonymous, type Hub, type Repo } from '@portolan/hub'
import { taskCounts, taskShelves } from './task-shelves.ts'

/** An item of a list in a task's entry. */
interface Described {
  readonly id: string
  readonly description: string
}

/**
 * A task as returned by `GET /api/tasks`. The fields clients know, plus ours: what it is used for, input,
 * output, variants and related tasks. A demo's file is at `/api/tasks/{id}/{filename}`.
 */
export interface TaskEntry extends Pick<TaskDetail, 'summary' | 'demo' | 'uses' | 'input' | 'output' | 'variants' | 'related'> {
  readonly id: TaskId
  readonly label: string
  readonly libraries: readonly string[]
  readonly models: readonly Described[]
  readonly datasets: readonly Described[]
  readonly spaces: readonly Described[]
  readonly metrics: readonly (Described & { readonly name: string; readonly better: 'higher' | 'lower' })[]
  /** Recommended models; the Python client uses the first one if the caller names none. */
  readonly widgetModels: readonly string[]
  readonly canonicalId?: TaskId
  readonly youtubeId?: string
  /** Always false: every page has been written. */
  readonly isPlaceholder: boolean
}

const perList = 5

/**
 * The entries of all tasks, with what this hub has for each: public repos only, for any caller. The lists are current; tasks that
 * nothing on this hub has cost no query.
 */
export async function taskEntries(hub: Hub): Promise<Record<TaskId, TaskEntry>> {
  const counts = await taskCounts(hub, anonymous)
  const entries: [TaskId, TaskEntry][] = []
  for (const id of taskIds) {
    const isUsed = counts.model.has(id) || counts.dataset.has(id) || counts.space.has(id)
    const shelves = isUsed
      ? await taskShelves(hub, anonymous, id, { limit: perList, sort: 'downloads' })
      : { models: [], datasets: [], spaces: [] }
    entries.push([id, toEntry(id, shelves)])
  }
  return Object.fromEntries(entries) as Record<TaskId, TaskEntry>
}

function toEntry(id: TaskId, shelves: Readonly<Record<'models' | 'datasets' | 'spaces', readonly Repo[]>>): TaskEntry {
  const { summary, demo, uses, input, output, variants, related, metrics, canonicalId, youtubeId } = taskDetails[id]
  return {
    id,
    label: pipelineType(id).name,
    libraries: taskLibraries[id],
    summary,
    models: shelves.models.map(described),
    datasets: shelves.datasets.map(described),
    spaces: shelves.spaces.map(described),
    metrics: metrics.map(({ id: metric, name, description, better }) => ({ id: metric, name, description, better })),
    widgetModels: shelves.models.map(({ fullName }) => fullName),
    demo,
    isPlaceholder: false,
    ...(canonicalId === undefined ? {} : { canonicalId }),
    ...(youtubeId === undefined ? {} : { youtubeId }),
    uses,
    input,
    output,
    variants,
    related,
  }
}

function described({ fullName, summary }: Repo): Described {
  return { id: fullName, description: summary ?? '' }
}
