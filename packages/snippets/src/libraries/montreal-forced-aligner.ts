import { anyOf, ext, path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://montreal-forced-aligner.readthedocs.io */
export const library = defineLibrary({
  id: 'montreal-forced-aligner',
  label: 'Montreal Forced Aligner',
  repo: 'https://github.com/MontrealCorpusTools/Montreal-Forced-Aligner',
  docs: 'https://montreal-forced-aligner.readthedocs.io',
  filter: false,
  downloads: anyOf(path('acoustic/final.mdl'), ext('zip')),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
