import { py, when } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock } from '../preamble.ts'
import { revisionOf } from '../target.ts'

/** @see https://github.com/NX-AI/tirex-2 — API of release 0.4 */
export const library = defineLibrary({
  id: 'tirex-2',
  label: 'TiRex-2',
  repo: 'https://github.com/NX-AI/tirex-2',
  downloads: path('model-config.yaml'),
  names: { pypi: ['tirex-2'] },
  install: () => ({ python: ['tirex-2'] }),
  snippets(facts, target) {
    const device = target.device === 'auto' ? py`"cuda" if torch.cuda.is_available() else "cpu"` : py`${target.device}`
    const revision = revisionOf(target)
    const code = py`
      import torch
      from tirex2 import TimeseriesType, load_model

      device = ${device}
      model = load_model(${facts.id}, device=device${when(revision !== null, py`, hf_kwargs={"revision": ${revision}}`)})

      history = torch.sin(torch.arange(128) / 8).unsqueeze(0)  # a row for each of your series
      series = TimeseriesType(target=history, past_covariates=None, future_covariates=None)
      forecast = model.forecast([series], prediction_length=32, output_type="numpy")[0]
      print(forecast.shape)  # series, quantiles, steps
    `
    return {
      drafts: [{ id: 'forecast', title: 'Forecast a series', code: pythonBlock(target, code) }],
      notes: [{ code: 'python-version', text: 'It needs Python 3.11 or newer.' }],
    }
  },
})
