import { py, when } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** The loader accepts a file path or an id, but no revision. @see https://github.com/Synthefy/synthefy-migas — its main branch */
export const library = defineLibrary({
  id: 'synthefy-migas',
  label: 'Migas',
  repo: 'https://github.com/Synthefy/synthefy-migas',
  filter: false,
  downloads: path('model.pt'),
  names: { none: 'Its makers publish it in their repository only.' },
  install: () => ({ python: ['git+https://github.com/Synthefy/synthefy-migas.git', 'huggingface_hub', 'pandas'] }),
  snippets(facts, target) {
    const device = target.device === 'auto' ? py`"cuda" if torch.cuda.is_available() else "cpu"` : py`${target.device}`
    const code = py`
      import numpy as np
      import pandas as pd
      ${when(target.device === 'auto', py`import torch`)}
      from huggingface_hub import hf_hub_download
      from migaseval import MigasPipeline

      device = ${device}
      path = hf_hub_download(${facts.id}, "model.pt"${pythonRevision(target)})
      pipeline = MigasPipeline.from_pretrained(path, device=device)

      # your series, and what is known about it
      days = pd.date_range("2026-01-01", periods=128).astype(str)
      history = pd.DataFrame({"t": days, "y_t": 70 + np.sin(np.arange(128) / 8)})
      summary = "FACTUAL SUMMARY: The price of fish has been steady. PREDICTIVE SIGNALS: The fleet stays in the harbour, so that prices will rise."
      forecast = pipeline.predict_from_dataframe(history, pred_len=16, summaries=summary)
      print(forecast.round(2))
    `
    return {
      drafts: [{ id: 'forecast', title: 'Forecast a series with a text', code: pythonBlock(target, code) }],
      notes: [
        {
          code: 'fixed-model',
          text: 'Numbers go through a Chronos model, and texts through FinBERT, which the package names: those have to be on this hub too.',
        },
        { code: 'python-version', text: 'It needs Python 3.11 to 3.13.' },
        { code: 'pickle', text: 'A .pt file is a pickle: loading it can run code. Do it only with files you trust.' },
      ],
    }
  },
})
