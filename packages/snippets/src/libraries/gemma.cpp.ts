import { type Block, fill, lines, sh, when } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'

const build: Block = sh`
  cmake --preset make
  cmake --build --preset make -j 4
`

/** The first file with an extension; a name that starts with a dash would be read as an option. */
function firstFile(facts: ModelFacts, ending: string): string | undefined {
  return filesEnding(facts, ending).find((path) => !path.startsWith('-'))
}

/**
 * Files created since May 2025 contain their tokenizer; older ones have it as a separate file. @see https://github.com/google/gemma.cpp — its README
 */
export const library = defineLibrary({
  id: 'gemma.cpp',
  label: 'gemma.cpp',
  repo: 'https://github.com/google/gemma.cpp',
  filter: false,
  downloads: ext('sbs'),
  names: { none: 'A C++ program, built from a checkout of its repository.' },
  install: () => ({ checkout: { url: 'https://github.com/google/gemma.cpp' }, python: ['huggingface_hub'] }),
  snippets(facts, target) {
    const known = firstFile(facts, '.sbs')
    const weights = known ?? fill('your-model.sbs')
    const tokenizer = firstFile(facts, '.spm')
    const run = lines('shell', [
      shellEndpoint(target),
      sh`hf download ${facts.id} ${weights}${when(tokenizer !== undefined, sh` ${tokenizer ?? ''}`)} --local-dir model${shellRevision(target)}`,
      sh`build/gemma --weights model/${weights}${when(tokenizer !== undefined, sh` --tokenizer model/${tokenizer ?? ''}`)}`,
    ])
    const notes: Note[] =
      known === undefined ? [{ code: 'file-missing', text: 'No .sbs file is known of this revision. Fill in its name.' }] : []
    return {
      drafts: [
        { id: 'build', title: 'Build the program, once', code: build },
        { id: 'chat', title: 'Chat in the terminal', code: run },
      ],
      notes,
    }
  },
})
