import { fill, py, when } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** @see https://github.com/yonghyunk1m/TuneJury — its main branch */
export const library = defineLibrary({
  id: 'tunejury',
  label: 'TuneJury',
  repo: 'https://github.com/yonghyunk1m/TuneJury',
  downloads: ext('pt'),
  names: { none: 'Not on PyPI: the code runs inside a checkout of its repository.' },
  install: () => ({ checkout: { url: 'https://github.com/yonghyunk1m/TuneJury.git', requirements: 'requirements.txt' } }),
  snippets(facts, target) {
    const files = filesEnding(facts, '.pt').filter((file) => !file.startsWith('-'))
    const file = files.find((name) => name === 'tunejury.pt') ?? files[0] ?? 'tunejury.pt'
    const code = py`
      from huggingface_hub import hf_hub_download
      from tunejury import Scorer

      path = hf_hub_download(${facts.id}, ${file}${pythonRevision(target)})
      scorer = Scorer.from_pretrained(path${when(target.device !== 'auto', py`, device=${target.device}`)})
      print(scorer.score(${fill('your-music.wav')}, prompt="a slow sea shanty for accordion"))  # an empty prompt judges the sound alone
    `
    return {
      drafts: [{ id: 'score', title: 'Score a piece of music', code: pythonBlock(target, code) }],
      notes: [
        {
          code: 'fixed-model',
          text: 'It hears through m-a-p/MERT-v1-330M, which has to be on this hub too, and through a file of LAION-CLAP that it fetches from huggingface.co.',
        },
        { code: 'remote-code', text: 'MERT brings code of its own, which is run.' },
        { code: 'licence', text: 'The weights are not for commercial use: read their licence.' },
        { code: 'pickle', text: 'A .pt file is a pickle: loading it can run code. Do it only with files you trust.' },
      ],
    }
  },
})
