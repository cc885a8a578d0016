import { expect, test } from 'vitest'
import { resultGroups } from './results-view.ts'

const index = (metrics: unknown, dataset: unknown = { name: 'Tides' }) => [{ results: [{ dataset, metrics }] }]

test('results are grouped by dataset, with a bar for metrics of a known range', () => {
  const metrics = [
    { type: 'accuracy', value: 0.91234567 },
    { type: 'f1', name: 'F1 (macro)', value: 88.5 },
    { type: 'wer', name: 'Word error rate', value: '4.2' },
    { type: 'Cosine Accuracy@1', value: 0.5 },
  ]
  expect(resultGroups([...index(metrics), ...index([{ type: 'loss', value: 3 }], { type: 'squad' })])).toEqual([
    {
      dataset: 'Tides',
      results: [
        { metric: 'accuracy', value: '0.9123', share: 0.91234567 },
        { metric: 'F1 (macro)', value: '88.5', share: 0.885 },
        { metric: 'Word error rate', value: '4.2', share: null },
        { metric: 'Cosine Accuracy@1', value: '0.5', share: 0.5 },
      ],
    },
    { dataset: 'squad', results: [{ metric: 'loss', value: '3', share: null }] },
  ])
})

test.for([null, [], [null], [{ results: 'x' }], index('x'), index([{ type: 'f1' }, { value: 1 }, { type: 'f1', value: 'high' }, 7])])(
  'what is no result is left out: %j',
  (modelIndex) => expect(resultGroups(modelIndex)).toEqual([]),
)

test('what would be strange as a bar has none, and there is an end to it', () => {
  expect(
    resultGroups(
      index([
        { type: 'accuracy', value: -1 },
        { type: 'accuracy', value: 1e9 },
      ]),
    )[0]?.results.map(({ share }) => share),
  ).toEqual([null, null])
  const many = Array.from({ length: 1000 }, () => ({ type: 'f1', value: 1 }))
  expect(resultGroups(index(many))[0]?.results).toHaveLength(60)
})
