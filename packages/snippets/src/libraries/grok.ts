import { anyOf, path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/xai-org/grok-1 */
export const library = defineLibrary({
  id: 'grok',
  label: 'Grok',
  repo: 'https://github.com/xai-org/grok-1',
  filter: false,
  downloads: anyOf(path('ckpt/tensor00000_000'), path('ckpt-0/tensor00000_000')),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
})
