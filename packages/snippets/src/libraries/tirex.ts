import { py, when } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock } from '../preamble.ts'
import { revisionOf } from '../target.ts'

/**
 * Its `load_model` accepts only repositories named TiRex; the class that it instantiates loads any. @see https://nx-ai.github.io/tirex/ — API of
 * release 1.4 of tirex-ts
 */
export const library = defineLibrary({
  id: 'tirex',
  label: 'TiRex',
  repo: 'https://github.com/NX-AI/tirex',
  downloads: ext('ckpt'),
  names: { pypi: ['tirex-ts'] },
  install: () => ({ python: ['tirex-ts'] }),
  snippets(facts, target) {
    const revision = revisionOf(target)
    const device = when(target.device !== 'auto', py`, device=${target.device}`)
    const code = py`
      import torch
      from tirex import TiRexZero

      model = TiRexZero.from_pretrained(${facts.id}, backend="torch"${device}${when(revision !== null, py`, hf_kwargs={"revision": ${revision}}`)})
      history = torch.sin(torch.arange(128) / 8).unsqueeze(0)  # your series, one a row
      quantiles, mean = model.forecast(context=history, prediction_length=32)
      print(mean)
    `
    return {
      drafts: [{ id: 'forecast', title: 'Forecast a series', code: pythonBlock(target, code) }],
      notes: [
        {
          code: 'licence',
          text: 'Package and weights have the licence of NXAI, with terms for larger companies: read it before other use.',
        },
      ],
    }
  },
})
