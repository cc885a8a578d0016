import { fill, lines, sh } from '../code/index.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { ext } from '../download-rule.ts'
import { defineLibrary, type Note } from '../library.ts'
import { endpointIgnored, shellEndpoint, shellRevision } from '../preamble.ts'

const usual = 'opendde.pt'

/** The usual checkpoint, otherwise the first one; also the usual one if the files are unknown. */
function checkpointOf(facts: ModelFacts): string {
  const found = filesEnding(facts, '.pt')
  return found.includes(usual) ? usual : (found[0] ?? usual)
}

/**
 * By default, the program downloads a checkpoint at a built-in commit; one that is passed is used unchanged.
 * @see https://github.com/aurekaresearch/OpenDDE — command line of release 1.2
 */
export const library = defineLibrary({
  id: 'opendde',
  label: 'OpenDDE',
  repo: 'https://github.com/aurekaresearch/OpenDDE',
  docs: 'https://github.com/aurekaresearch/OpenDDE/blob/main/docs/inference_instructions.md',
  filter: false,
  downloads: ext('pt'),
  names: { pypi: ['opendde', 'huggingface_hub'] },
  install: () => ({ python: ['opendde', 'huggingface_hub'] }),
  snippets(facts, target) {
    const checkpoint = checkpointOf(facts)
    const notes: Note[] = [
      { code: 'python-version', text: 'The current release needs Python 3.11 to 3.13.' },
      ...endpointIgnored(target, 'For the chemical components that it looks up, opendde'),
    ]
    const code = lines('shell', [
      shellEndpoint(target),
      sh`hf download ${facts.id}${shellRevision(target)} --include ${checkpoint} --local-dir models`,
      sh`opendde doctor`,
      sh`opendde pred -i ${fill('your-input.json')} -o output -n opendde_v1 --load_checkpoint_path ${`models/${checkpoint}`}`,
    ])
    return { drafts: [{ id: 'predict', title: 'Predict a structure', code }], notes }
  },
})
