import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/alexstoken/image-matching-models */
export const library = defineLibrary({
  id: 'image-matching-models',
  label: 'Image Matching Models',
  repo: 'https://github.com/alexstoken/image-matching-models',
  filter: false,
  downloads: ext('safetensors'),
  names: { none: 'The project goes on as vismatch, whose package loads its own weights by the name of a method.' },
})
