import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** Animated characters, run by the scripts in its repository. */
export const library = defineLibrary({
  id: 'scail-2',
  label: 'SCAIL-2',
  repo: 'https://github.com/zai-org/SCAIL-2',
  filter: false,
  downloads: path('model/1/fsdp2_rank_0000_checkpoint.pt'),
  names: { none: 'On no public registry: its code is a repository.' },
})
