import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/NandhaKishorM/laya */
export const library = defineLibrary({
  id: 'laya',
  label: 'Laya',
  repo: 'https://github.com/NandhaKishorM/laya',
  filter: false,
  downloads: path('rl_agent_config.json'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
