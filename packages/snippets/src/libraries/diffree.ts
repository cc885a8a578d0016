import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/OpenGVLab/Diffree */
export const library = defineLibrary({
  id: 'diffree',
  label: 'Diffree',
  repo: 'https://github.com/OpenGVLab/Diffree',
  filter: false,
  downloads: path('diffree-step=000010999.ckpt'),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
})
