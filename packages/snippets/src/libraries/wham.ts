import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://huggingface.co/microsoft/wham/blob/main/README.md */
export const library = defineLibrary({
  id: 'wham',
  label: 'WHAM',
  repoName: 'wham',
  repo: 'https://huggingface.co/microsoft/wham',
  docs: 'https://huggingface.co/microsoft/wham/blob/main/README.md',
  downloads: ext('ckpt'),
  names: { none: 'The repository of the model is the program itself: it is on no registry.' },
})
