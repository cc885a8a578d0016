import { fill, lines, sh } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'

/** The file is an executable that contains the model. @see https://mozilla-ai.github.io/encoderfile — its README */
export const library = defineLibrary({
  id: 'encoderfile',
  label: 'encoderfile',
  repo: 'https://github.com/mozilla-ai/encoderfile',
  docs: 'https://mozilla-ai.github.io/encoderfile',
  filter: false,
  downloads: ext('encoderfile'),
  names: { none: 'The file is a program by itself: no package runs it.' },
  install: () => ({ python: ['huggingface_hub'], conda: ['huggingface_hub'] }),
  snippets(facts, target) {
    // A name that starts with a dash would be read as an option.
    const known = filesEnding(facts, '.encoderfile').find((path) => !path.startsWith('-'))
    const file = known ?? fill('your-model.encoderfile')
    const code = lines('shell', [
      shellEndpoint(target),
      sh`hf download ${facts.id} ${file} --local-dir encoderfile${shellRevision(target)}`,
      sh`chmod +x encoderfile/${file}`,
      sh`encoderfile/${file} serve  # answers on http://localhost:8080`,
    ])
    const notes: Note[] = [{ code: 'custom-code', text: 'The file is a program. Run it only when you trust who built it.' }]
    if (known === undefined) notes.push({ code: 'file-missing', text: 'No .encoderfile is known of this revision. Fill in its name.' })
    return { drafts: [{ id: 'serve', title: 'Run the file as a server', code }], notes }
  },
})
