import { expect, test } from 'vitest'
import { isTaskId, libraryServes, libraryTasks, modalities, pipelineType, taskIds, taskLibraries } from './index.ts'

test('57 tasks in 7 modalities, 5 hidden in either list', () => {
  expect(taskIds.length).toBe(57)
  expect(Object.keys(modalities).length).toBe(7)
  expect(taskIds.filter((id) => pipelineType(id).hideInModels).length).toBe(5)
  expect(taskIds.filter((id) => pipelineType(id).hideInDatasets).length).toBe(5)
  expect(taskIds[0]).toBe('text-classification')
  expect(taskIds.at(-1)).toBe('other')
})

test('75 subtasks on 22 tasks', () => {
  const lists = taskIds.map((id) => pipelineType(id).subtasks ?? []).filter((list) => list.length > 0)
  expect(lists.length).toBe(22)
  expect(lists.flat().length).toBe(75)
  expect(new Set(lists.flat().map(({ type }) => type)).size).toBe(74)
})

test('the maps name known tasks only, and agree where both speak', () => {
  expect(Object.keys(taskLibraries).length).toBe(57)
  expect(Object.keys(libraryTasks).length).toBe(28)
  expect(libraryTasks.transformers.length).toBe(28)
  for (const tasks of Object.values(libraryTasks)) expect(tasks.every(isTaskId)).toBe(true)
})

test('names from outside are looked up safely', () => {
  expect(libraryServes('transformers', 'text-generation')).toBe(true)
  expect(libraryServes('__proto__', 'text-generation')).toBe(false)
  expect(libraryServes('transformers', null)).toBe(false)
  expect(isTaskId('constructor')).toBe(false)
})
