import { lines, sh } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { noRevision, shellEndpoint } from '../preamble.ts'

/** @see https://unity-technologies.github.io/ml-agents — command of release 1.1 */
export const library = defineLibrary({
  id: 'ml-agents',
  label: 'ml-agents',
  repo: 'https://github.com/Unity-Technologies/ml-agents',
  docs: 'https://huggingface.co/docs/hub/ml-agents',
  filter: true,
  downloads: ext('onnx'),
  names: { pypi: ['mlagents'] },
  install: () => ({ python: ['mlagents'] }),
  snippets(facts, target) {
    const code = lines('shell', [shellEndpoint(target), sh`mlagents-load-from-hf --repo-id=${facts.id} --local-dir=./downloads`])
    return {
      drafts: [{ id: 'download', title: 'Download the trained agent', code }],
      notes: [
        ...noRevision(target, 'mlagents-load-from-hf'),
        { code: 'python-version', text: 'Release 1.1 of mlagents needs Python 3.10.' },
      ],
    }
  },
})
