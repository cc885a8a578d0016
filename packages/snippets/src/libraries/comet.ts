import { py } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'

/**
 * `download_model` accepts no revision; a folder with the files is loaded the same way. @see https://unbabel.github.io/COMET/html/index.html — API of
 * release 2.2 of unbabel-comet
 */
export const library = defineLibrary({
  id: 'comet',
  label: 'COMET',
  repo: 'https://github.com/Unbabel/COMET/',
  docs: 'https://unbabel.github.io/COMET/html/index.html',
  downloads: path('hparams.yaml'),
  names: { pypi: ['unbabel-comet', 'huggingface_hub'] },
  install: () => ({ python: ['unbabel-comet'] }),
  snippets(facts, target) {
    // Quality estimation metrics are designed to work without a reference.
    const estimates = /kiwi|-qe/i.test(facts.name)
    const sentence = estimates
      ? py`{"src": "Das Schiff erreichte den Hafen am Montag.", "mt": "The ship reached the harbour on Monday."}`
      : py`
          {
              "src": "Das Schiff erreichte den Hafen am Montag.",
              "mt": "The ship reached the harbour on Monday.",
              "ref": "On Monday the ship arrived in the harbour.",
          }
        `
    const devices = target.device === 'cpu' ? py`0` : py`1 if torch.cuda.is_available() else 0`
    const code = py`
      ${target.device === 'cpu' ? undefined : py`import torch`}
      from comet import load_from_checkpoint
      from huggingface_hub import snapshot_download

      ${pythonSnapshot(facts, target)}
      model = load_from_checkpoint(f"{path}/checkpoints/model.ckpt")
      sentence = ${sentence}
      print(model.predict([sentence], batch_size=8, gpus=${devices}).scores)
    `
    return {
      drafts: [{ id: 'score', title: 'Score a translation', code: pythonBlock(target, code) }],
      notes: [
        {
          code: 'fixed-model',
          text: 'Its hparams.yaml names the model whose tokenizer is used, as FacebookAI/xlm-roberta-large: that has to be on this hub too.',
        },
        { code: 'pickle', text: 'model.ckpt is a pickle: loading it can run code. Do it only with files you trust.' },
      ],
    }
  },
})
