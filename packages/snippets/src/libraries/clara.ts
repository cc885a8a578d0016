import { anyOf, ext, path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/nvidia/clara */
export const library = defineLibrary({
  id: 'clara',
  label: 'Clara',
  repo: 'https://github.com/nvidia/clara',
  filter: false,
  downloads: anyOf(ext('ckpt'), path('config.json')),
  names: { none: 'Its models are checkpoints of several programs, and records do not tell of which.' },
})
