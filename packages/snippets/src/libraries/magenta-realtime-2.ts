import { lines, py } from '../code/index.ts'
import { anyOf, path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/**
 * The package looks for its files below one folder, which has the layout of the repository. @see https://magenta.github.io/magenta-realtime/ — API of
 * release 2.0
 */
export const library = defineLibrary({
  id: 'magenta-realtime-2',
  label: 'Magenta RT 2',
  repo: 'https://github.com/magenta/magenta-realtime',
  downloads: anyOf(
    path('models/mrt2_base/mrt2_base.mlxfn'),
    path('models/mrt2_small/mrt2_small.mlxfn'),
    path('checkpoints/mrt2_base.safetensors'),
    path('checkpoints/mrt2_small.safetensors'),
  ),
  names: { pypi: ['magenta-rt', 'huggingface_hub'] },
  install: () => ({ python: ['magenta-rt[jax]'] }),
  snippets(facts, target) {
    const hasSmall = facts.files.includes('checkpoints/mrt2_small.safetensors')
    const size = facts.files.includes('checkpoints/mrt2_base.safetensors') && !hasSmall ? 'mrt2_base' : 'mrt2_small'
    const code = py`
      from huggingface_hub import snapshot_download
      from magenta_rt import paths
      from magenta_rt.config import MUSICCOCA
      from magenta_rt.jax.system import MagentaRT2System

      ${lines('python', [
        py`path = snapshot_download(${facts.id}, allow_patterns=["resources/*", ${`checkpoints/${size}.safetensors`}]${pythonRevision(target)})`,
        py`paths.set_magenta_home(path)`,
        py`model = MagentaRT2System(size=${size})`,
      ])}

      style = model.embed_style(${facts.widgetText ?? 'A slow shanty on an accordion, waves in the distance'}, use_mapper=True)
      waveform, state = model.generate(conditioning={MUSICCOCA.key: style}, frames=100)  # 25 frames a second
      waveform.write("music.wav")
    `
    return {
      drafts: [{ id: 'music', title: 'Make four seconds of music', code: pythonBlock(target, code) }],
      notes: [
        {
          code: 'platform',
          text: 'JAX runs on NVIDIA graphics cards, and slower without one. On Apple silicon magenta-rt[mlx] is quicker: its class is in magenta_rt.mlx.system.',
        },
        { code: 'python-version', text: 'It needs Python 3.11 or newer.' },
      ],
    }
  },
})
