import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/google-ai-edge/LiteRT */
export const library = defineLibrary({
  id: 'litert',
  label: 'LiteRT',
  repo: 'https://github.com/google-ai-edge/LiteRT',
  filter: false,
  downloads: ext('tflite'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
