import { anyOf, ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/SWivid/F5-TTS */
export const library = defineLibrary({
  id: 'f5-tts',
  label: 'F5-TTS',
  repo: 'https://github.com/SWivid/F5-TTS',
  filter: false,
  downloads: anyOf(ext('safetensors'), ext('pt')),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
