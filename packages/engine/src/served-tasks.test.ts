import { taskIds } from '@portolan/tasks'
import { expect, test } from 'vitest'
import { pipelineOf } from './served-tasks.ts'
import { servedTasks } from './worker/run-task.ts'

test('a worker runs every task that the installed library serves, and chat', () => {
  const served = ['conversational', ...taskIds].filter((task) => pipelineOf(task) !== null)
  expect(served.length).toBe(25)
  expect(servedTasks.toSorted((a, b) => a.localeCompare(b))).toEqual(served.toSorted((a, b) => a.localeCompare(b)))
})
