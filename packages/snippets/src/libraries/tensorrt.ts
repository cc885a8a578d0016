import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/NVIDIA/TensorRT */
export const library = defineLibrary({
  id: 'tensorrt',
  label: 'TensorRT',
  repo: 'https://github.com/NVIDIA/TensorRT',
  downloads: ext('onnx'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
