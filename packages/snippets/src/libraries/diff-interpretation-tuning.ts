import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/Aviously/diff-interpretation-tuning */
export const library = defineLibrary({
  id: 'diff-interpretation-tuning',
  label: 'Diff Interpretation Tuning',
  repo: 'https://github.com/Aviously/diff-interpretation-tuning',
  filter: false,
  downloads: ext('pt'),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
})
