import { expect, test } from 'vitest'
import { taskIds } from '@portolan/tasks'
import { everyProvider, generatedCalls, printedCall } from '../../proofs/inference-calls.ts'
import { DistinctBlocks, verify } from '../../proofs/verify.ts'
import { inferenceReasonCodes, inferenceSnippets, inferenceTasks, toModelFacts } from '../index.ts'

/*
 * Every task × provider × hub × option: nothing throws, every call has snippets or a reason, every block parses, and every value is one literal that
 * evaluates to it.
 */
test('every call', { timeout: 300_000 }, () => {
  const printed = new DistinctBlocks()
  const tasks = new Set<string>()
  const providers = new Set<string>()
  for (const generated of generatedCalls()) {
    const { record, target, call } = generated
    const blocks = printedCall(generated)
    for (const block of blocks) printed.add(block)
    if (blocks.length > 0) {
      tasks.add(String(record['pipeline_tag']))
      providers.add(call.provider)
      continue
    }
    const answer = inferenceSnippets(toModelFacts(record), target, call)
    if (!('reason' in answer)) throw new Error(`${generated.case} has neither code nor a reason`)
    expect(inferenceReasonCodes).toContain(answer.reason.code)
    expect(answer.reason.text).not.toBe('')
  }
  expect([...tasks].toSorted()).toEqual(taskIds.filter((task) => inferenceTasks.includes(task)).toSorted())
  expect([...providers].toSorted()).toEqual(everyProvider.toSorted())
  expect(printed.list.length).toBeGreaterThan(10_000)
  expect(verify(printed.list).map(({ block, what }) => `${block.id}: ${what}\n${block.code.slice(0, 3000)}`)).toEqual([])
})
