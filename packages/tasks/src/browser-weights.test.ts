import { expect, test } from 'vitest'
import { browserWeights, chooseWeights, weightBytes } from './browser-weights.ts'

const file = (path: string, size = 100) => ({ path, size })

test('finds weights by part and number format, with their external data', () => {
  const weights = browserWeights([
    file('onnx/model.onnx', 10),
    file('onnx/model.onnx_data', 1000),
    file('onnx/model.onnx_data_1', 500),
    file('onnx/model_quantized.onnx', 300),
    file('onnx/model_q4f16.onnx', 200),
    file('model.onnx', 1),
    file('onnx/readme.md', 1),
    file('onnx/deep/model.onnx', 1),
  ])
  expect(weights).toEqual({
    model: [
      { format: 'q4f16', bytes: 200, dataFiles: 0 },
      { format: 'q8', bytes: 300, dataFiles: 0 },
      { format: 'fp32', bytes: 1510, dataFiles: 2 },
    ],
  })
  expect(chooseWeights(weights, 'wasm')?.['model']?.format).toBe('q8')
  expect(chooseWeights(weights, 'webgpu')?.['model']?.format).toBe('fp32')
})

test('takes what there is when nothing suits the device well', () => {
  const half = browserWeights([file('onnx/model_fp16.onnx')])
  expect(chooseWeights(half, 'wasm')).toEqual({ model: { format: 'fp16', bytes: 100, dataFiles: 0 } })
  expect(chooseWeights(browserWeights([file('onnx/model_q2.onnx')]), 'wasm')).toBeNull()
  expect(chooseWeights(browserWeights([]), 'wasm')).toEqual({})
})

test('counts a merged decoder once', () => {
  const chosen = chooseWeights(
    browserWeights(
      ['encoder_model', 'decoder_model', 'decoder_model_merged', 'decoder_with_past_model'].map((part) => file(`onnx/${part}.onnx`)),
    ),
    'wasm',
  )
  expect(Object.keys(chosen ?? {})).toHaveLength(4)
  expect(weightBytes(chosen ?? {})).toBe(200)
})

test('a part may be called like a member of every object', () => {
  expect(Object.keys(browserWeights([file('onnx/constructor.onnx'), file('onnx/__proto__.onnx')]))).toEqual(['constructor'])
})
