import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** Edits speech, run by the scripts in its repository. The extension is written without the dot that would prevent it from ever matching. */
export const library = defineLibrary({
  id: 'ssr-speech',
  label: 'SSR-Speech',
  repo: 'https://github.com/WangHelin1997/SSR-Speech',
  filter: false,
  downloads: ext('pth'),
  names: { none: 'On no public registry: its code is a repository.' },
})
