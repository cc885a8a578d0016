import { type Block, py, when } from '../code/index.ts'
import { anyOf, path } from '../download-rule.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Draft, type Install, type Note } from '../library.ts'
import { pythonBlock, pythonRevision, pythonSnapshot } from '../preamble.ts'
import type { Target } from '../target.ts'

/** @see https://github.com/google-research/timesfm — API of release 3.0; the models of 1.0 and 2.0 load with release 1.3 */
export const library = defineLibrary({
  id: 'timesfm',
  label: 'TimesFM',
  repoName: 'timesfm',
  repo: 'https://github.com/google-research/timesfm',
  filter: false,
  downloads: anyOf(
    path('config.json'),
    path('torch_model.ckpt'),
    path('checkpoints/checkpoint_1100000/state/checkpoint'),
    path('checkpoints/checkpoint_2150000/state/checkpoint'),
  ),
  names: { pypi: ['timesfm', 'huggingface_hub'] },
  install: (facts) => installs[kindOf(facts) ?? 'torch-2.5'],
  snippets(facts, target) {
    const kind = kindOf(facts)
    const notes: Note[] = [
      ...(kind === null
        ? [{ code: 'version-unknown' as const, text: 'The name does not tell the version of the model: the code is for 2.5.' }]
        : []),
      ...(kind === 'torch-old' || kind === 'pax-old'
        ? [{ code: 'python-version' as const, text: `Release 1.3 needs Python ${kind === 'torch-old' ? '3.11' : '3.10'}.` }]
        : []),
    ]
    return { drafts: [draft(kind ?? 'torch-2.5', facts, target)], notes }
  },
})

type Kind = 'torch-3' | 'torch-2.5' | 'flax-2.5' | 'torch-old' | 'pax-old'

const installs: Readonly<Record<Kind, Install>> = {
  'torch-3': { python: ['timesfm[torch]'] },
  'torch-2.5': { python: ['timesfm[torch]'] },
  'flax-2.5': { python: ['timesfm[flax]', 'huggingface_hub'] },
  'torch-old': { python: ['timesfm[torch]==1.3.0', 'huggingface_hub'] },
  'pax-old': { python: ['timesfm[pax]==1.3.0', 'huggingface_hub'] },
}

/** By the files if they determine it, otherwise by the name. */
function kindOf(facts: ModelFacts): Kind | null {
  const name = facts.name.toLowerCase()
  if (facts.files.includes('torch_model.ckpt')) return 'torch-old'
  if (facts.files.some((file) => file.startsWith('checkpoints/checkpoint_'))) return 'pax-old'
  if (/timesfm-?3/.test(name)) return 'torch-3'
  if (name.includes('2.5')) return name.includes('flax') ? 'flax-2.5' : 'torch-2.5'
  if (/[12]\.0/.test(name)) return name.includes('pytorch') ? 'torch-old' : 'pax-old'
  return null
}

function draft(kind: Kind, facts: ModelFacts, target: Target): Draft {
  const title = 'Forecast series'
  if (kind === 'torch-3') return { id: 'forecast', title, code: pythonBlock(target, third(facts, target)) }
  if (kind === 'torch-2.5' || kind === 'flax-2.5') return { id: kind, title, code: pythonBlock(target, second(kind, facts, target)) }
  return { id: kind, title, code: pythonBlock(target, first(kind, facts, target)), otherRelease: true }
}

function third(facts: ModelFacts, target: Target): Block {
  return py`
    import numpy as np
    from timesfm3.torch import TimesFM3Forecaster

    model = TimesFM3Forecaster.from_pretrained(${facts.id}${pythonRevision(target)}${when(target.device !== 'auto', py`, device=${target.device}`)})

    history = np.sin(np.arange(256) / 8)  # your series
    result = model.predict(history, horizon=24)
    print(result.forecast)
  `
}

/** The Flax class passes arguments that the hub client no longer accepts; a folder is loaded as is. */
function second(kind: 'torch-2.5' | 'flax-2.5', facts: ModelFacts, target: Target): Block {
  const forecast = py`
    model.compile(
        ForecastConfig(
            max_context=1024,
            max_horizon=256,
            normalize_inputs=True,
            use_continuous_quantile_head=True,
            fix_quantile_crossing=True,
        )
    )
    history = np.sin(np.arange(256) / 8)  # your series
    points, quantiles = model.forecast(horizon=24, inputs=[history])
    print(points)
  `
  if (kind === 'flax-2.5')
    return py`
      import numpy as np
      from huggingface_hub import snapshot_download
      from timesfm import ForecastConfig, TimesFM_2p5_200M_flax

      ${pythonSnapshot(facts, target)}
      model = TimesFM_2p5_200M_flax.from_pretrained(path)
      ${forecast}
    `
  return py`
    import numpy as np
    from timesfm import ForecastConfig, TimesFM_2p5_200M_torch

    model = TimesFM_2p5_200M_torch.from_pretrained(${facts.id}${pythonRevision(target)})
    ${forecast}
  `
}

/** The model's size is not read from its files: 2.0 has more layers than 1.0, and a longer context. */
function first(kind: 'torch-old' | 'pax-old', facts: ModelFacts, target: Target): Block {
  const size = when(
    facts.name.includes('2.0'),
    py`
      num_layers=50,
      context_len=2048,
      use_positional_embedding=False,
    `,
  )
  const forecast = py`
    history = np.sin(np.arange(256) / 8)  # your series
    points, quantiles = model.forecast([history], freq=[0])
    print(points)
  `
  if (kind === 'pax-old')
    return py`
      import numpy as np
      from huggingface_hub import snapshot_download
      from timesfm import TimesFm, TimesFmCheckpoint, TimesFmHparams

      ${pythonSnapshot(facts, target)}
      model = TimesFm(
          hparams=TimesFmHparams(
              backend=${target.device === 'cuda' ? 'gpu' : 'cpu'},
              horizon_len=128,
              ${size}
          ),
          checkpoint=TimesFmCheckpoint(path=f"{path}/checkpoints"),
      )
      ${forecast}
    `
  const backend =
    target.device === 'auto' ? py`"gpu" if torch.cuda.is_available() else "cpu"` : py`${target.device === 'cuda' ? 'gpu' : 'cpu'}`
  return py`
    import numpy as np
    ${when(target.device === 'auto', py`import torch`)}
    from huggingface_hub import hf_hub_download
    from timesfm import TimesFm, TimesFmCheckpoint, TimesFmHparams

    path = hf_hub_download(${facts.id}, "torch_model.ckpt"${pythonRevision(target)})
    model = TimesFm(
        hparams=TimesFmHparams(
            backend=${backend},
            horizon_len=128,
            ${size}
        ),
        checkpoint=TimesFmCheckpoint(version="torch", path=path),
    )
    ${forecast}
  `
}
