import { anyOf, ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** Images of people, run by the scripts in its repository. */
export const library = defineLibrary({
  id: 'sapiens',
  label: 'sapiens',
  repo: 'https://github.com/facebookresearch/sapiens',
  filter: false,
  downloads: anyOf(ext('pt2'), ext('pth'), ext('onnx')),
  names: { none: 'Its code is a repository: the sapiens of PyPI is a model of antibodies, by others.' },
})
