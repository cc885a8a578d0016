import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/yonghyunk1m/TuneJury */
export const library = defineLibrary({
  id: 'tunejury',
  label: 'TuneJury',
  repo: 'https://github.com/yonghyunk1m/TuneJury',
  downloads: ext('pt'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
