import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** Restores videos, run by the scripts in its repository. */
export const library = defineLibrary({
  id: 'seedvr',
  label: 'SeedVR',
  repo: 'https://github.com/ByteDance-Seed/SeedVR',
  filter: false,
  downloads: ext('pth'),
  names: { none: 'On no public registry: its code is a repository.' },
})
