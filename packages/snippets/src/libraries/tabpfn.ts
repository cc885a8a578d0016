import { defineLibrary } from '../library.ts'

/** @see https://github.com/PriorLabs/TabPFN */
export const library = defineLibrary({
  id: 'tabpfn',
  label: 'TabPFN',
  repo: 'https://github.com/PriorLabs/TabPFN',
  downloads: 'default',
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
