import { sh } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { endpointIgnored, noRevision } from '../preamble.ts'

/** @see https://github.com/avifenesh/memra */
export const library = defineLibrary({
  id: 'memra',
  label: 'memra',
  repo: 'https://github.com/avifenesh/memra',
  filter: false,
  downloads: 'default',
  names: { none: 'A program of its own: the memra of PyPI is another project.' },
  install: () => ({ checkout: { url: 'https://github.com/avifenesh/memra' } }),
  snippets(facts, target) {
    const model = `hf:${facts.id}`
    return {
      drafts: [
        {
          id: 'run',
          title: 'Chat in the terminal',
          code: sh`MEMRA_CHAT=1 run-gen ${model} --prompt ${facts.widgetText ?? 'Which ocean is the deepest?'}`,
        },
        { id: 'serve', title: 'Serve it on http://127.0.0.1:8080', code: sh`MEMRA_MODELS=${`model=${model}`} memra-server` },
      ],
      notes: [
        { code: 'install-from-source', text: 'The README of the checkout has the installer for your system.' },
        { code: 'gpu-required', text: 'It needs a graphics card and a recent driver.' },
        ...endpointIgnored(target, 'memra'),
        ...noRevision(target, 'memra'),
      ],
    }
  },
})
