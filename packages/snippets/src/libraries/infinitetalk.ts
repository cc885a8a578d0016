import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/MeiGen-AI/InfiniteTalk */
export const library = defineLibrary({
  id: 'infinitetalk',
  label: 'InfiniteTalk',
  repo: 'https://github.com/MeiGen-AI/InfiniteTalk',
  filter: false,
  downloads: ext('safetensors'),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
})
