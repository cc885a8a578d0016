import { py } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pinnedFolder } from '../pinned-folder.ts'
import { pythonBlock } from '../preamble.ts'

/** A `PyTorchModelHubMixin` behind a loader without keyword arguments. @see https://github.com/SVLwoof/gaussianformer — API of its main branch */
export const library = defineLibrary({
  id: 'gaussianformer',
  label: 'GaussianFormer',
  repo: 'https://github.com/SVLwoof/gaussianformer',
  filter: false,
  downloads: path('config.json'),
  names: { none: 'Not on PyPI: it is installed from its repository.' },
  install: () => ({ python: ['gaussianformer[flash] @ git+https://github.com/SVLwoof/gaussianformer'] }),
  snippets(facts, target) {
    const { imports, fetch, source } = pinnedFolder(facts, target)
    const code = py`
      from gaussianformer.pipelines.rendering_pipeline import GaussianFormerRenderingPipeline
      ${imports}

      ${fetch}
      pipeline = GaussianFormerRenderingPipeline.from_pretrained(${source}).to("cuda")
    `
    return {
      drafts: [{ id: 'load', title: 'Load the rendering pipeline', code: pythonBlock(target, code) }],
      notes: [{ code: 'gpu-required', text: 'It needs Linux, Python 3.12 and an NVIDIA GPU, for Flash Attention.' }],
    }
  },
})
