import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://www.npmjs.com/package/@thinletterio/vqweb */
export const library = defineLibrary({
  id: 'vqweb',
  label: 'vqweb',
  repo: 'https://github.com/rosecky/embedding-quantization-public/tree/main/packages/vqweb',
  docs: 'https://www.npmjs.com/package/@thinletterio/vqweb',
  filter: false,
  downloads: ext('vqw'),
  names: { none: 'The package that its page on npm names is not on npm now.' },
})
