import { lines, py, sh } from '../code/index.ts'
import { anyOf, path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { noRevision, pythonBlock } from '../preamble.ts'

const base = /^checkpoints\/llm_base_/
const large = /^checkpoints\/llm_large_/

/**
 * The first version is maintained in a branch: the package with that name is the second one. @see
 * https://github.com/magenta/magenta-realtime/tree/v1_legacy — its branch v1_legacy
 */
export const library = defineLibrary({
  id: 'magenta-realtime',
  label: 'Magenta RT',
  repo: 'https://github.com/magenta/magenta-realtime',
  downloads: anyOf(
    path('checkpoints/llm_base_x4286_c1860k.tar'),
    path('checkpoints/llm_large_x3047_c1860k.tar'),
    path('checkpoints/llm_large_x3047_c1860k/checkpoint'),
  ),
  names: { none: 'A branch of its repository: the magenta-rt of PyPI is the second version, with other classes.' },
  install: () => ({
    tool: sh`
      git clone --branch v1_legacy https://github.com/magenta/magenta-realtime.git
      cd magenta-realtime
      python -m venv .venv
      . .venv/bin/activate
      git clone https://github.com/google-research/t5x.git
      cd t5x
      git checkout 7781d16
      patch setup.py < ../patch/t5x_setup.py.patch
      patch t5x/partitioning.py < ../patch/t5x_partitioning.py.patch
      pip install ".[gpu]"
      cd ..
      pip install -e ".[gpu]" tf2jax==0.3.8 huggingface_hub
      patch .venv/lib/python3.12/site-packages/seqio/vocabularies.py < patch/seqio_vocabularies.py.patch
    `,
  }),
  snippets(facts, target) {
    const isBase = facts.files.some((file) => base.test(file)) && !facts.files.some((file) => large.test(file))
    const code = py`
      from magenta_rt import asset, audio, system

      ${lines('python', [py`asset.HF_REPO_NAME = ${facts.id}`, py`asset.set_cache_dir("magenta-rt")`])}
      model = system.MagentaRT(tag=${isBase ? 'base' : 'large'}, device="gpu")
      style = model.embed_style(${facts.widgetText ?? 'A slow shanty on an accordion, waves in the distance'})

      state = None
      chunks = []
      for _ in range(5):
          state, chunk = model.generate_chunk(state=state, style=style)
          chunks.append(chunk)
      audio.concatenate(chunks).write("music.wav")
    `
    return {
      drafts: [{ id: 'music', title: 'Make ten seconds of music', code: pythonBlock(target, code) }],
      notes: [
        { code: 'gpu-required', text: 'It needs an NVIDIA graphics card of 40 GB, or a TPU with device="tpu:v2-8".' },
        { code: 'python-version', text: 'It was made for Python 3.12, and so is the path of the last patch.' },
        ...noRevision(target, 'magenta_rt'),
      ],
    }
  },
})
