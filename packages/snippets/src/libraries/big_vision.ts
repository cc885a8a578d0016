import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/google-research/big_vision */
export const library = defineLibrary({
  id: 'big_vision',
  label: 'Big Vision',
  repoName: 'big_vision',
  repo: 'https://github.com/google-research/big_vision',
  filter: false,
  downloads: ext('npz'),
  names: { none: 'Not on PyPI: its repository has a loader for each kind of model, and records do not tell the kind.' },
})
