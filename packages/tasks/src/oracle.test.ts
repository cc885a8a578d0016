import * as oracle from '@huggingface/tasks'
import { describe, expect, test } from 'vitest'
import { taskDetails } from './details.ts'
import { libraryTasks, modalities, type PipelineType, pipelineTypes, taskIds, taskLibraries } from './index.ts'
import { defaultWidgetExamples, noSampleInput, sampleInput, sampleInputText, widgetExamples } from './samples.ts'

/*
 * The published catalog as an oracle: ids, order, names, maps and shapes are facts and must agree. Texts are ours and must differ.
 */
describe('facts agree with the published catalog', () => {
  test('ids, order, names, modalities, subtasks, hide flags', () => {
    /** The published entries also have fields that no longer mean anything, such as colors. */
    const plain = (types: Readonly<Record<string, PipelineType>>) =>
      Object.entries(types).map(([id, { name, modality, subtasks, hideInModels, hideInDatasets }]) => ({
        id,
        name,
        modality,
        subtasks: subtasks ?? [],
        hideInModels: hideInModels === true,
        hideInDatasets: hideInDatasets === true,
      }))
    expect(plain(pipelineTypes)).toEqual(plain(oracle.PIPELINE_DATA as unknown as Record<string, PipelineType>))
    expect([...taskIds]).toEqual([...oracle.PIPELINE_TYPES])
    expect(modalities).toEqual(oracle.MODALITY_LABELS)
    expect(Object.keys(modalities)).toEqual([...oracle.MODALITIES])
  })

  test('both maps', () => {
    expect(taskLibraries).toEqual(oracle.TASKS_MODEL_LIBRARIES)
    expect(libraryTasks).toEqual(oracle.LIBRARY_TASK_MAPPING)
  })

  /** Our id of a metric where the published one is misspelled, or spelled in two ways. */
  const ownMetricId: Readonly<Record<string, string>> = { 'Inception score (IS)': 'IS', 'Frećhet Inception Distance (FID)': 'FID' }

  test('details: canonical tasks and videos are the same, metrics at least', () => {
    for (const id of taskIds) {
      const published = oracle.TASKS_DATA[id]
      const ours = taskDetails[id]
      if (!published) continue
      expect({ id, canonicalId: ours.canonicalId, youtubeId: ours.youtubeId }).toEqual({
        id,
        canonicalId: published.canonicalId,
        youtubeId: published.youtubeId || undefined,
      })
      const missing = published.metrics
        .map((metric) => ownMetricId[metric.id] ?? metric.id)
        .filter((metric) => !ours.metrics.some((each) => each.id === metric))
      expect({ id, missing }).toEqual({ id, missing: [] })
    }
  })

  /** Demos that deliberately differ from the published ones, with the reason. */
  const otherDemos: Readonly<Record<string, string>> = {
    'text-to-3d': 'a picture of the mesh instead of its file name',
    'image-to-3d': 'a picture of the mesh instead of its file name',
  }

  test('demonstrations show the same kinds of input and output', () => {
    const kinds = (entries: readonly { type: string }[]) => [...new Set(entries.map(({ type }) => type))].sort()
    const different = taskIds.filter((id) => {
      const published = oracle.TASKS_DATA[id]?.demo
      const { demo } = taskDetails[id]
      return (
        published !== undefined &&
        JSON.stringify([kinds(published.inputs), kinds(published.outputs)]) !== JSON.stringify([kinds(demo.inputs), kinds(demo.outputs)])
      )
    })
    expect(different).toEqual(Object.keys(otherDemos))
  })

  test('default widget examples: the same languages', () => {
    expect(Object.keys(widgetExamples).sort()).toEqual([...oracle.MAPPING_DEFAULT_WIDGET.keys()].sort())
    for (const task of oracle.MAPPING_DEFAULT_WIDGET.get('en')?.keys() ?? [])
      expect([task, defaultWidgetExamples(task).length > 0]).toEqual([task, true])
  })

  test.for(taskIds)('sample of %s has the published shape', (task) => {
    const published = oracle.getModelInputSnippet({ id: 'a/b', pipeline_tag: task, tags: [], inference: '', mask_token: '[MASK]' })
    const ours = sampleInput({ task, maskToken: '[MASK]' })
    if (published === noSampleInput) expect([task, ours]).toEqual([task, null])
    else expect(shape(ours)).toEqual(shape(typeof published === 'string' ? looseJson(published) : published))
  })

  test('chats are messages, and a text to continue on demand', () => {
    expect(sampleInput({ task: 'text-generation', isConversational: false })).toBeTypeOf('string')
    expect(shape(sampleInput({ task: 'text-generation', isConversational: true }))).toEqual([{ role: 'string', content: 'string' }])
  })
})

describe('texts are our own', () => {
  const texts = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : value !== null && typeof value === 'object' ? Object.values(value).flatMap(texts) : []

  /** Runs of eight words, and of twelve characters in scripts without spaces. */
  const runs = (value: unknown): Set<string> => {
    const found = new Set<string>()
    for (const text of texts(value)) {
      const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
      for (let i = 0; i + 8 <= words.length; i++) found.add(words.slice(i, i + 8).join(' '))
      for (const [stretch] of text.matchAll(/\p{Script=Han}{12,}/gu))
        for (let i = 0; i + 12 <= stretch.length; i++) found.add(stretch.slice(i, i + 12))
    }
    return found
  }

  test('nowhere do eight words follow each other as in the published texts, and no example is the same', () => {
    const published = [
      oracle.TASKS_DATA,
      [...oracle.MAPPING_DEFAULT_WIDGET.values()].map((tasks) => [...tasks.values()]),
      taskIds.map((task) => oracle.getModelInputSnippet({ id: 'a/b', pipeline_tag: task, tags: [], inference: '' })),
    ]
    const theirs = runs(published)
    expect(theirs.size).toBeGreaterThan(5_000)
    const ours = [taskDetails, widgetExamples, taskIds.map((task) => sampleInput({ task }))]
    const own = runs(ours)
    expect(own.size).toBeGreaterThan(5_000)
    expect([...own].filter((run) => theirs.has(run))).toEqual([])
    const theirTexts = new Set(texts(published))
    expect(
      texts([widgetExamples, taskIds.map((task) => sampleInput({ task }))]).filter((text) => / /.test(text) && theirTexts.has(text)),
    ).toEqual([])
  })

  test('what the specification prescribes is said to the letter', () => {
    expect(sampleInputText({ task: 'robotics' })).toBe('No input example has been defined for this model task.')
  })
})

/** Keys and types of a value, without its texts and numbers. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shape(value[0])]
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [/^[a-z_]+$/.test(key) ? key : 'column', shape(each)]))
  return typeof value
}

/** The published samples are JSON, some in single quotes. */
function looseJson(text: string): unknown {
  return JSON.parse(text.replace(/^'|'$/g, ''))
}
