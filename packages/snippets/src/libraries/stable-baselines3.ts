import { fill, py } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/**
 * `load_from_hub` in huggingface_sb3 calls the hub client without a revision, so the code downloads the file with that client directly.
 * @see https://stable-baselines3.readthedocs.io — API of release 2
 */
export const library = defineLibrary({
  id: 'stable-baselines3',
  label: 'stable-baselines3',
  repo: 'https://github.com/huggingface/huggingface_sb3',
  docs: 'https://stable-baselines3.readthedocs.io',
  filter: true,
  downloads: ext('zip'),
  names: { pypi: ['stable-baselines3', 'huggingface_hub'] },
  install: () => ({ python: ['stable-baselines3', 'huggingface_hub'], conda: ['stable-baselines3', 'huggingface_hub'] }),
  snippets(facts, target) {
    const [file] = filesEnding(facts, '.zip').filter((name) => !name.startsWith('-'))
    const notes: Note[] = [
      ...(file === undefined ? [{ code: 'file-missing' as const, text: 'No .zip file is known of this revision. Fill in its name.' }] : []),
      {
        code: 'input-needed',
        text: 'The file does not say which algorithm it was trained with: take the class that the card names instead of PPO.',
      },
      { code: 'pickle', text: 'The file holds pickled parts: loading it can run code. Do it only with files you trust.' },
    ]
    const code = py`
      from huggingface_hub import hf_hub_download
      from stable_baselines3 import PPO

      path = hf_hub_download(${facts.id}, ${file ?? fill('your-model.zip')}${pythonRevision(target)})
      model = PPO.load(path)
      print(model.policy)
    `
    return { drafts: [{ id: 'load', title: 'Load the trained agent', code: pythonBlock(target, code) }], notes }
  },
})
