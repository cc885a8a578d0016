import { anyOf, path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** Language-guided navigation, run by the scripts in its repository. */
export const library = defineLibrary({
  id: 'same',
  label: 'SAME',
  repo: 'https://github.com/GengzeZhou/SAME',
  filter: false,
  downloads: anyOf(path('ckpt/SAME.pt'), path('pretrain/Attnq_pretrained_ckpt.pt')),
  names: { none: 'On no public registry: its code is a repository.' },
})
