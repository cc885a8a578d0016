import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/NeurodxAI/manas-1 */
export const library = defineLibrary({
  id: 'manas-1',
  label: 'MANAS-1',
  repo: 'https://github.com/NeurodxAI/manas-1',
  downloads: ext('pt'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
