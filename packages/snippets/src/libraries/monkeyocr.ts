import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/Yuliang-Liu/MonkeyOCR */
export const library = defineLibrary({
  id: 'monkeyocr',
  label: 'MonkeyOCR',
  repoName: 'monkeyocr',
  repo: 'https://github.com/Yuliang-Liu/MonkeyOCR',
  filter: false,
  downloads: path('Recognition/config.json'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
