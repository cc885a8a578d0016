import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/KwaiVGI/LivePortrait */
export const library = defineLibrary({
  id: 'liveportrait',
  label: 'LivePortrait',
  repo: 'https://github.com/KwaiVGI/LivePortrait',
  filter: false,
  downloads: path('liveportrait/landmark.onnx'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
