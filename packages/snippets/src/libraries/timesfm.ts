import { anyOf, path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/google-research/timesfm */
export const library = defineLibrary({
  id: 'timesfm',
  label: 'TimesFM',
  repoName: 'timesfm',
  repo: 'https://github.com/google-research/timesfm',
  filter: false,
  downloads: anyOf(
    path('config.json'),
    path('torch_model.ckpt'),
    path('checkpoints/checkpoint_1100000/state/checkpoint'),
    path('checkpoints/checkpoint_2150000/state/checkpoint'),
  ),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
