import { allOf, ext, stem } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/slicex-ai/elm */
export const library = defineLibrary({
  id: 'elm',
  label: 'ELM',
  repoName: 'elm',
  repo: 'https://github.com/slicex-ai/elm',
  filter: false,
  downloads: allOf(stem('slicex_elm_config'), ext('json')),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
})
