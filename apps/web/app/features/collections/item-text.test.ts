import { expect, test } from 'vitest'
import { parseItemText } from './item-text.ts'

test.for([
  ['ada/stories', 'model', 'ada/stories'],
  ['models/ada/stories', 'model', 'ada/stories'],
  [' /datasets/ada/tides/ ', 'dataset', 'ada/tides'],
  ['https://hub.example/spaces/ada/clock?x=1', 'space', 'ada/clock'],
  ['https://hub.example/ada/stories/tree/main', 'model', 'ada/stories'],
  ['1706.03762', 'paper', '1706.03762'],
  ['arXiv:1706.03762v2', 'paper', '1706.03762v2'],
  ['https://arxiv.org/abs/1706.03762', 'paper', '1706.03762'],
  ['collections/ada/maps-0123456789abcdef01234567', 'collection', 'ada/maps-0123456789abcdef01234567'],
] as const)('%s', ([text, type, id]) => {
  expect(parseItemText(text)).toEqual({ type, id })
})

test.for(['', 'ada', '/', 'datasets/ada', 'https://hub.example/'])('%s is nothing', (text) => {
  expect(parseItemText(text)).toBe(null)
})
