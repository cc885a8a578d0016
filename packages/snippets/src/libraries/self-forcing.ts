import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** Videos from text, run by the scripts in its repository. */
export const library = defineLibrary({
  id: 'self-forcing',
  label: 'SelfForcing',
  repo: 'https://github.com/guandeh17/Self-Forcing',
  filter: false,
  downloads: ext('pt'),
  names: { none: 'On no public registry: its code is a repository.' },
})
