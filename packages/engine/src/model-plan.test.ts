import { describe, expect, test } from 'vitest'
import { type ModelFile, planModel, refusal } from './model-plan.ts'

const file = (path: string, size = 10): ModelFile => ({ path, size })

describe('planModel', () => {
  test('takes full weights and leaves everything else of the repo alone', () => {
    const plan = planModel(
      [
        file('config.json'),
        file('tokenizer.json'),
        file('model.safetensors', 1000),
        file('onnx/model.onnx', 100),
        file('onnx/model.onnx_data', 400),
        file('onnx/model.onnx_data_1', 300),
        file('onnx/model_q4.onnx', 50),
        file('.env'),
        file('README.md'),
      ],
      10_000,
    )
    expect(plan).toEqual({
      files: [
        file('config.json'),
        file('tokenizer.json'),
        file('onnx/model.onnx', 100),
        file('onnx/model.onnx_data', 400),
        file('onnx/model.onnx_data_1', 300),
      ],
      dtypes: { model: 'fp32' },
      bytes: 820,
      weightBytes: 800,
    })
  })

  test('takes smaller weights when the full ones do not fit', () => {
    const plan = planModel([file('onnx/model.onnx', 1000), file('onnx/model_quantized.onnx', 300), file('onnx/model_q4f16.onnx', 100)], 400)
    expect(plan).toMatchObject({ dtypes: { model: 'q8' }, weightBytes: 300 })
  })

  test('a part that has only one kind of weights goes with the others', () => {
    const plan = planModel(
      [file('onnx/encoder_model.onnx', 500), file('onnx/decoder_model_merged.onnx', 900), file('onnx/decoder_model_merged_q4.onnx', 200)],
      800,
    )
    expect(plan).toMatchObject({ dtypes: { encoder_model: 'fp32', decoder_model_merged: 'q4' } })
  })

  test('the merged decoder stands for the two that it is made of', () => {
    const plan = planModel(
      ['encoder_model', 'decoder_model', 'decoder_with_past_model', 'decoder_model_merged'].map((name) => file(`onnx/${name}.onnx`)),
      1000,
    )
    expect(plan).toMatchObject({ dtypes: { encoder_model: 'fp32', decoder_model_merged: 'fp32' }, weightBytes: 20 })
  })

  test('says how large the smallest weights are when none fit', () => {
    expect(planModel([file('onnx/model.onnx', 9e9), file('onnx/model_q4.onnx', 3e9)], 1024 ** 3)).toBe(
      'The weights have 2862 MB; the memory limit of the local engine allows up to 1024 MB.',
    )
  })

  test.for(['onnx/../../../etc/passwd.onnx', 'onnx/sub/model.onnx', '../onnx/model.onnx', 'onnx/.onnx', 'onnx/model.onnx/x.onnx'])(
    'takes no weights from %s',
    (path) => {
      expect(planModel([file(path)], 1000)).toBe('The model has no weights in ONNX format (onnx/*.onnx).')
    },
  )
})

describe('refusal', () => {
  const bert = ['config.json', 'tokenizer.json', 'onnx/model.onnx']

  test.for([
    ['fill-mask', bert, null],
    ['text-generation', bert, 'transformers.js does not support bert for text-generation.'],
    ['feature-extraction', bert, null],
    ['conversational', bert, 'transformers.js does not support bert for conversational.'],
    [null, bert, 'Its card does not specify a task.'],
    ['text-to-video', bert, 'The local engine does not support text-to-video.'],
    ['fill-mask', ['config.json', 'model.safetensors'], 'It has no weights in ONNX format (onnx/*.onnx).'],
    ['fill-mask', ['config.json', 'onnx/model.onnx'], 'It has no tokenizer.json.'],
    ['depth-estimation', ['config.json', 'onnx/model.onnx'], 'transformers.js does not support bert for depth-estimation.'],
    ['image-classification', ['onnx/model.onnx'], 'It has no config.json.'],
  ] as const)('%s with %s: %s', ([task, files, reason]) => {
    expect(refusal(task, files, 'bert')).toBe(reason)
  })

  test('knows which types go with a task', () => {
    const files = ['config.json', 'onnx/model.onnx']
    expect(refusal('image-classification', files, 'vit')).toBeNull()
    expect(refusal('image-classification', files, 'custom')).toBe('transformers.js does not support custom for image-classification.')
    expect(refusal('image-classification', files, null)).toBe(
      'transformers.js does not support models without a type for image-classification.',
    )
    expect(refusal('conversational', bert, 'llama')).toBeNull()
  })
})
