import { fill, lines, sh } from '../code/index.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'

/**
 * `openasr pull` accepts names from its own signed catalog; a file from any repo runs when its path is passed.
 * @see https://github.com/QuintinShaw/openasr/blob/main/docs/DOCS_INDEX.md — command line of August 2026
 */
export const library = defineLibrary({
  id: 'openasr',
  label: 'OpenASR',
  repo: 'https://github.com/QuintinShaw/openasr',
  docs: 'https://github.com/QuintinShaw/openasr/blob/main/docs/DOCS_INDEX.md',
  filter: false,
  downloads: ext('oasr'),
  names: { none: 'A program, not a package of a registry.' },
  install: () => ({ tool: sh`curl -fsSL https://dl.openasr.org/install.sh | sh`, python: ['huggingface_hub'] }),
  snippets(facts, target) {
    const file = filesEnding(facts, '.oasr')[0]
    const code = lines('shell', [
      shellEndpoint(target),
      sh`hf download ${facts.id}${shellRevision(target)} --include ${file ?? '*.oasr'} --local-dir models`,
      sh`openasr transcribe ${fill('your-audio.wav')} --model-pack ${file === undefined ? fill('models/your-model.oasr') : `models/${file}`}`,
    ])
    return {
      drafts: [{ id: 'transcribe', title: 'Transcribe a recording', code }],
      notes:
        file === undefined
          ? [{ code: 'file-missing', text: 'No .oasr file is known of this revision. Fill in the name of the one that was fetched.' }]
          : [],
    }
  },
})
