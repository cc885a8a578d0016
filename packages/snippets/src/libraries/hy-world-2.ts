import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/Tencent-Hunyuan/HY-World-2.0 */
export const library = defineLibrary({
  id: 'hy-world-2',
  label: 'HY-World-2.0',
  repo: 'https://github.com/Tencent-Hunyuan/HY-World-2.0',
  filter: false,
  downloads: ext('json'),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
})
