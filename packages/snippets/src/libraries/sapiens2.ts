import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** Images of people, run by the scripts in its repository. */
export const library = defineLibrary({
  id: 'sapiens2',
  label: 'sapiens2',
  repo: 'https://github.com/facebookresearch/sapiens2',
  filter: false,
  downloads: ext('safetensors'),
  names: { none: 'On no public registry: its code is a repository.' },
})
