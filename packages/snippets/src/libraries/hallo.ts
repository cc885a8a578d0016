import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/fudan-generative-vision/hallo */
export const library = defineLibrary({
  id: 'hallo',
  label: 'Hallo',
  repo: 'https://github.com/fudan-generative-vision/hallo',
  downloads: path('hallo/net.pth'),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
})
