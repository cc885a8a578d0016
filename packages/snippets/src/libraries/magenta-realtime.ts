import { anyOf, path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/magenta/magenta-realtime */
export const library = defineLibrary({
  id: 'magenta-realtime',
  label: 'Magenta RT',
  repo: 'https://github.com/magenta/magenta-realtime',
  downloads: anyOf(
    path('checkpoints/llm_base_x4286_c1860k.tar'),
    path('checkpoints/llm_large_x3047_c1860k.tar'),
    path('checkpoints/llm_large_x3047_c1860k/checkpoint'),
  ),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
