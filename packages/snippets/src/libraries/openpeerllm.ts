import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** A language model; its card documents how to load it. */
export const library = defineLibrary({
  id: 'openpeerllm',
  label: 'OpenPeerLLM',
  repo: 'https://huggingface.co/openpeerai/openpeerllm',
  docs: 'https://huggingface.co/OpenPeerAI/OpenPeerLLM/blob/main/README.md',
  filter: false,
  downloads: path('.meta-huggingface.json'),
  names: { none: 'On no public registry: its code is a repository.' },
})
