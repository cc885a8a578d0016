import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/Unbabel/COMET/ */
export const library = defineLibrary({
  id: 'comet',
  label: 'COMET',
  repo: 'https://github.com/Unbabel/COMET/',
  downloads: path('hparams.yaml'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
