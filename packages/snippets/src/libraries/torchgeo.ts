import { anyOf, ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://torchgeo.readthedocs.io/ */
export const library = defineLibrary({
  id: 'torchgeo',
  label: 'TorchGeo',
  repo: 'https://github.com/microsoft/torchgeo',
  docs: 'https://torchgeo.readthedocs.io/',
  filter: false,
  downloads: anyOf(ext('pt'), ext('pth')),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
