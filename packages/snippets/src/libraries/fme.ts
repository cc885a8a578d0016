import { comment, fill, lines, sh } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'

/** @see https://ai2-climate-emulator.readthedocs.io/en/latest/quickstart.html — API of release 2026.10 */
export const library = defineLibrary({
  id: 'fme',
  label: 'Full Model Emulation',
  repo: 'https://github.com/ai2cm/ace',
  docs: 'https://ai2-climate-emulator.readthedocs.io/en/latest/',
  filter: false,
  downloads: ext('tar'),
  names: { pypi: ['fme'] },
  install: () => ({ python: ['fme', 'huggingface_hub'] }),
  snippets(facts, target) {
    const checkpoint = filesEnding(facts, '.tar')[0]
    const configs = [...filesEnding(facts, '.yaml'), ...filesEnding(facts, '.yml')]
    const config = configs.find((path) => /inference/i.test(path))
    const code = lines('shell', [
      shellEndpoint(target),
      sh`hf download ${facts.id} --local-dir fme-model${shellRevision(target)}`,
      sh`${comment(`In the configuration, checkpoint_path is fme-model/${checkpoint ?? 'your-checkpoint.tar'}; the other paths lead to your data`)}`,
      sh`python -m fme.ace.inference ${config === undefined ? fill('your-inference.yaml') : `fme-model/${config}`}`,
    ])
    const notes: Note[] = [
      { code: 'input-needed', text: 'A run needs initial conditions and forcing data: the paths in the configuration say where they lie.' },
    ]
    if (checkpoint === undefined)
      notes.push({ code: 'file-missing', text: 'No .tar checkpoint is known of this revision. Fill in its name.' })
    return { drafts: [{ id: 'infer', title: 'Run the emulator', code }], notes }
  },
})
