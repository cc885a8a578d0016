import { fill, py, when } from '../code/index.ts'
import { anyOf, stem } from '../download-rule.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pinnedFolder } from '../pinned-folder.ts'
import { pythonBlock } from '../preamble.ts'

const usual = 'hunyuan3d-dit-v2-0'

/** The folder of the shape model; the smaller and the multiview models have their own. */
function shapeFolder(facts: ModelFacts): string {
  const folders = facts.files.flatMap((file) => /^(hunyuan3d-dit-[^/]+)\/config\.yaml$/.exec(file)?.[1] ?? []).sort()
  return folders.includes(usual) ? usual : (folders[0] ?? usual)
}

/** @see https://github.com/Tencent/Hunyuan3D-2 — API of its main branch, version 2.0.2 */
export const library = defineLibrary({
  id: 'hunyuan3d-2',
  label: 'Hunyuan3D-2',
  repo: 'https://github.com/Tencent/Hunyuan3D-2',
  downloads: anyOf(stem('model_index'), stem('config')),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
  install: () => ({ checkout: { url: 'https://github.com/Tencent/Hunyuan3D-2', requirements: 'requirements.txt', editable: '.' } }),
  snippets(facts, target) {
    const { imports, fetch, source } = pinnedFolder(facts, target)
    const folder = shapeFolder(facts)
    const subfolder = when(folder !== usual, py`, subfolder=${folder}`)
    const device = when(target.device !== 'auto', py`, device=${target.device}`)
    const code = py`
      from hy3dgen.shapegen import Hunyuan3DDiTFlowMatchingPipeline
      ${imports}

      ${fetch}
      pipeline = Hunyuan3DDiTFlowMatchingPipeline.from_pretrained(${source}${subfolder}${device})
      mesh = pipeline(image=${fill('your-image.png')})[0]
      mesh.export("shape.glb")
    `
    return {
      drafts: [{ id: 'shape', title: 'Make a shape from a picture', code: pythonBlock(target, code) }],
      notes: target.device === 'auto' ? [{ code: 'gpu-required', text: 'It takes an NVIDIA GPU unless device= names another.' }] : [],
    }
  },
})
