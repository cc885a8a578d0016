import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** A language model in its own file format. */
export const library = defineLibrary({
  id: 'shadow',
  label: 'Shadow',
  repo: 'https://github.com/QLNI/SHADOW-250M-Instruct',
  filter: false,
  downloads: ext('shdw'),
  names: { none: 'On no public registry: its code is a repository.' },
})
