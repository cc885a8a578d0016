import type { Json } from '@portolan/hub'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EngineWorld, type ModelFolder, noRuntime, typeOf } from './testing/engine-hub.ts'
import { embedder, entailer, maskFiller, questionAnswerer, rewriter, textClassifier, tokenClassifier } from './testing/tiny-text-models.ts'

const near = (value: number) => expect.closeTo(value, 3) as number

const cases: readonly { task: string; model: ModelFolder; inputs: Json; parameters?: Record<string, Json>; answer: unknown }[] = [
  {
    task: 'text-classification',
    model: textClassifier,
    inputs: 'The sea is good',
    answer: [
      [
        { label: 'POSITIVE', score: near(0.9987) },
        { label: 'NEGATIVE', score: near(0.0013) },
      ],
    ],
  },
  {
    task: 'text-classification',
    model: textClassifier,
    inputs: ['good', 'bad'],
    parameters: { top_k: 1 },
    answer: [[{ label: 'POSITIVE', score: near(1) }], [{ label: 'NEGATIVE', score: near(1) }]],
  },
  {
    task: 'token-classification',
    model: tokenClassifier,
    inputs: 'The ships of Ada Lovelace in London.',
    answer: [
      { entity_group: 'PER', word: 'Ada Lovelace', start: 13, end: 25, score: near(0.9996) },
      { entity_group: 'LOC', word: 'London', start: 29, end: 35, score: near(0.9996) },
    ],
  },
  {
    task: 'fill-mask',
    model: maskFiller,
    inputs: 'the sea is [MASK] .',
    parameters: { top_k: 2 },
    answer: [
      { score: near(0.878), token: 10, token_str: 'blue', sequence: 'the sea is blue.' },
      { score: near(0.1188), token: 5, token_str: 'good', sequence: 'the sea is good.' },
    ],
  },
  {
    task: 'question-answering',
    model: questionAnswerer,
    inputs: { question: 'What color is the sea', context: 'The sea is  Blue .' },
    answer: { answer: 'Blue', score: expect.any(Number) as number, start: 12, end: 16 },
  },
  { task: 'feature-extraction', model: embedder, inputs: 'sport', answer: [0, near(1 / 3), 0, 0] },
  {
    task: 'feature-extraction',
    model: embedder,
    inputs: ['sport', 'sport'],
    parameters: { normalize: true },
    answer: [
      [0, 1, 0, 0],
      [0, 1, 0, 0],
    ],
  },
  {
    task: 'feature-extraction',
    model: embedder,
    inputs: 'sport',
    parameters: { pooling: 'none' },
    answer: [
      [
        [0, 0, 0, 0],
        [0, 1, 0, 0],
        [0, 0, 0, 0],
      ],
    ],
  },
  {
    task: 'feature-extraction',
    model: { ...embedder, '1_Pooling/config.json': { pooling_mode_cls_token: false, pooling_mode_lasttoken: true } },
    inputs: 'sport',
    answer: [0, 0, 0, 0],
  },
  {
    task: 'feature-extraction',
    model: { ...embedder, 'modules.json': [{ type: 'sentence_transformers.models.Normalize' }] },
    inputs: 'sport',
    answer: [0, 1, 0, 0],
  },
  {
    task: 'sentence-similarity',
    model: embedder,
    inputs: { source_sentence: 'sea', sentences: ['ships', 'sport'] },
    answer: [near(0.99), 0],
  },
  {
    task: 'zero-shot-classification',
    model: entailer,
    inputs: 'the harbour is blue',
    parameters: { candidate_labels: ['sport', 'sea'] },
    answer: [
      { label: 'sea', score: near(0.9933) },
      { label: 'sport', score: near(0.0067) },
    ],
  },
  { task: 'translation', model: rewriter, inputs: 'the sea is good', answer: [{ translation_text: 'guten tag' }] },
  { task: 'text-generation', model: rewriter, inputs: 'the sea is good', answer: { generated_text: 'guten tag' } },
  {
    task: 'summarization',
    model: rewriter,
    inputs: 'the sea is good',
    parameters: { max_new_tokens: 1 },
    answer: [{ summary_text: 'guten' }],
  },
]

describe.skipIf(noRuntime !== null)('tasks on texts', () => {
  let world: EngineWorld
  beforeAll(async () => {
    world = await EngineWorld.open()
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test.for(cases)('$task: $inputs', async ({ task, model, inputs, parameters = {}, answer }) => {
    expect(world.engine.refuses({ id: 'ada/tiny', task, library: null, modelType: typeOf(model), files: Object.keys(model) })).toBeNull()
    const { last } = await world.run(model, { task, inputs, parameters })
    expect(last).toMatchObject({ type: 'result', value: answer })
  })

  test.for<[task: string, model: ModelFolder, inputs: Json, parameters: Record<string, Json>, message: RegExp]>([
    ['text-classification', textClassifier, { text: 'good' }, {}, /must be a string or a list of strings/],
    ['text-classification', textClassifier, 'good', { top_k: 'many' }, /top_k must be a number/],
    ['fill-mask', maskFiller, 'no mask here', {}, /The text has no mask/],
    ['zero-shot-classification', entailer, 'the sea', {}, /candidate_labels is required/],
    ['question-answering', questionAnswerer, 'what', {}, /an object with question and context/],
    ['sentence-similarity', embedder, { source_sentence: 'sea', sentences: [] }, {}, /sentences must be a string or a list/],
    ['text-classification', textClassifier, 'good '.repeat(50_000), {}, /at most 200000 are allowed/],
  ])('%s refuses what it cannot take', async ([task, model, inputs, parameters, message]) => {
    await expect(world.run(model, { task, inputs, parameters })).rejects.toMatchObject({
      code: 'engine.invalid_input',
      message: expect.stringMatching(message) as string,
    })
  })
})
