import { anyOf, path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/bytedance/InfiniteYou */
export const library = defineLibrary({
  id: 'infinite-you',
  label: 'InfiniteYou',
  repo: 'https://github.com/bytedance/InfiniteYou',
  filter: false,
  downloads: anyOf(path('infu_flux_v1.0/sim_stage1/image_proj_model.bin'), path('infu_flux_v1.0/aes_stage2/image_proj_model.bin')),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
})
