import { anyOf, path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/magenta/magenta-realtime */
export const library = defineLibrary({
  id: 'magenta-realtime-2',
  label: 'Magenta RT 2',
  repo: 'https://github.com/magenta/magenta-realtime',
  downloads: anyOf(
    path('models/mrt2_base/mrt2_base.mlxfn'),
    path('models/mrt2_small/mrt2_small.mlxfn'),
    path('checkpoints/mrt2_base.safetensors'),
    path('checkpoints/mrt2_small.safetensors'),
  ),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
