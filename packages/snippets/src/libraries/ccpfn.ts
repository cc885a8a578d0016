import { py } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/**
 * A file path makes it load this repository; it also accepts an id, but no revision. @see https://github.com/layer6ai-labs/CCPFN-inference — API of
 * release 0.1
 */
export const library = defineLibrary({
  id: 'ccpfn',
  label: 'CCPFN',
  repo: 'https://huggingface.co/Layer6/CCPFN',
  filter: false,
  downloads: ext('pt'),
  names: { pypi: ['ccpfn', 'huggingface_hub'] },
  install: () => ({ python: ['ccpfn', 'huggingface_hub'] }),
  snippets(facts, target) {
    const file = filesEnding(facts, '.pt').find((name) => !name.startsWith('-')) ?? 'ccpfn_v1.pt'
    const device = target.device === 'auto' ? py`"cuda" if torch.cuda.is_available() else "cpu"` : py`${target.device}`
    const code = py`
      import numpy as np
      import torch
      from ccpfn import CEPOEstimator
      from huggingface_hub import hf_hub_download

      # who was treated, how much, and what came of it
      random = np.random.default_rng(42)
      x = random.standard_normal((1000, 3))
      treatment = 1 + np.sin(x[:, 2])
      outcome = np.cos(x[:, 0]) + 2 * x[:, 1] * treatment

      device = ${device}
      path = hf_hub_download(${facts.id}, ${file}${pythonRevision(target)})
      estimator = CEPOEstimator(device, model_path=path)
      estimator.fit(x[:900], treatment[:900], outcome[:900])
      print(estimator.estimate_cepo(x[900:], np.full(100, 1.5)))  # had all been treated by 1.5
    `
    return {
      drafts: [{ id: 'estimate', title: 'Estimate what a treatment would do', code: pythonBlock(target, code) }],
      notes: [{ code: 'pickle', text: 'A .pt file is a pickle: loading it can run code. Do it only with files you trust.' }],
    }
  },
})
