import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/tencent-ailab/songgeneration */
export const library = defineLibrary({
  id: 'tencent-song-generation',
  label: 'SongGeneration',
  repo: 'https://github.com/tencent-ailab/songgeneration',
  filter: false,
  downloads: path('ckpt/songgeneration_base/model.pt'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
