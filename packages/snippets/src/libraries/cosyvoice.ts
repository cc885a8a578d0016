import { anyOf, ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/FunAudioLLM/CosyVoice */
export const library = defineLibrary({
  id: 'cosyvoice',
  label: 'CosyVoice',
  repo: 'https://github.com/FunAudioLLM/CosyVoice',
  filter: false,
  downloads: anyOf(ext('onnx'), ext('pt')),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
