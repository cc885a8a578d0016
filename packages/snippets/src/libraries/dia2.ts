import { py } from '../code/index.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'
import { revisionOf } from '../target.ts'

/**
 * Its build includes only the top-level package, so an install from the repository URL lacks the rest: an editable install of a checkout is complete.
 * @see https://github.com/nari-labs/dia2 — API of its main branch
 */
export const library = defineLibrary({
  id: 'dia2',
  label: 'Dia2',
  repo: 'https://github.com/nari-labs/dia2',
  filter: false,
  downloads: 'default',
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
  install: () => ({ checkout: { url: 'https://github.com/nari-labs/dia2', editable: '.' } }),
  snippets(facts, target) {
    const pinned = revisionOf(target) !== null
    const load = pinned
      ? py`
          ${pythonSnapshot(facts, target)}
          model = Dia2.from_local(f"{path}/config.json", f"{path}/model.safetensors", device=device, tokenizer_id=path)
        `
      : py`model = Dia2.from_repo(${facts.id}, device=device)`
    const device =
      target.device === 'auto'
        ? py`device = "cuda" if torch.cuda.is_available() else "cpu"`
        : py`device = ${target.device === 'cuda' ? 'cuda' : 'cpu'}`
    const code = py`
      ${target.device === 'auto' ? py`import torch` : undefined}
      from dia2 import Dia2, GenerationConfig, SamplingConfig
      ${pinned ? py`from huggingface_hub import snapshot_download` : undefined}

      ${device}
      ${load}
      config = GenerationConfig(
          cfg_scale=2.0,
          audio=SamplingConfig(temperature=0.8, top_k=50),
          use_cuda_graph=device == "cuda",
      )
      model.generate("[S1] When does the tide turn? [S2] At noon.", config=config, output_wav="dialogue.wav", verbose=True)
    `
    const codec: Note[] = target.isHuggingFace
      ? []
      : [
          {
            code: 'fixed-model',
            text: 'Beside this model it loads its audio codec by name, usually kyutai/mimi: that has to be on this hub too.',
          },
        ]
    return { drafts: [{ id: 'speak', title: 'Speak a dialogue', code: pythonBlock(target, code) }], notes: codec }
  },
})
