import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/Tencent-Hunyuan/HY-WorldPlay */
export const library = defineLibrary({
  id: 'hy-worldplay',
  label: 'HY-WorldPlay',
  repo: 'https://github.com/Tencent-Hunyuan/HY-WorldPlay',
  filter: false,
  downloads: ext('json'),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
})
