import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/ant-research/AntSpeaker */
export const library = defineLibrary({
  id: 'mect',
  label: 'MECT',
  repoName: 'AntSpeaker',
  repo: 'https://github.com/ant-research/AntSpeaker',
  filter: false,
  downloads: ext('pt'),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
})
