import { anyOf, ext, path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/nvidia-medtech */
export const library = defineLibrary({
  id: 'nv-medtech',
  label: 'NV-MedTech',
  repo: 'https://github.com/nvidia-medtech',
  filter: false,
  downloads: anyOf(ext('pt'), ext('safetensors'), path('config.json')),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
