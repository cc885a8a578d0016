import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/pollen-robotics/microduck_rl */
export const library = defineLibrary({
  id: 'microduck',
  label: 'Microduck',
  repo: 'https://github.com/pollen-robotics/microduck_rl',
  filter: true,
  downloads: ext('onnx'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
