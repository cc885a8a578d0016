import { isTaskId, pipelineType } from '@portolan/tasks'
import type { Hub } from '../../hub.ts'
import { kindOf } from '../../foundation/db/repo-kind.ts'
import { facetLabel } from './facets.ts'

export interface TypedTag {
  readonly id: string
  readonly label: string
  readonly type: string
  /** For tasks: the modality. */
  readonly subType?: string
}

/** Every tag in use, by group, most frequent first; at most a thousand per group. */
export async function tagsByType(hub: Hub, type: 'model' | 'dataset', group?: string): Promise<Record<string, TypedTag[]>> {
  let query = hub.db.read.selectFrom('tag').select(['ns', 'value']).where('kind', '=', kindOf(type)).where('n', '>', 0)
  if (group !== undefined) query = query.where('ns', '=', group)
  const rows = await query.orderBy('n', 'desc').orderBy('value').limit(20_000).execute()
  const result: Record<string, TypedTag[]> = {}
  for (const { ns, value } of rows) {
    const list = (result[ns] ??= [])
    if (list.length < 1_000) list.push({ id: value, label: facetLabel(ns, value), type: ns, ...modalityOf(ns, value) })
  }
  return result
}

function modalityOf(ns: string, value: string): { subType?: string } {
  const task = ns === 'pipeline_tag' ? value : ns === 'task_categories' ? value.slice('task_categories:'.length) : null
  return isTaskId(task) ? { subType: pipelineType(task).modality } : {}
}
