import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** Videos from text, run by the scripts in its repository. */
export const library = defineLibrary({
  id: 'open-sora',
  label: 'Open-Sora',
  repo: 'https://github.com/hpcaitech/Open-Sora',
  filter: false,
  downloads: path('Open_Sora_v2.safetensors'),
  names: { none: 'On no public registry: its code is a repository.' },
})
