import { fill, py } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { noRevision, pythonBlock } from '../preamble.ts'

/** Files are in folders named after the layer they explain. @see https://github.com/Lewington-pitsos/clipscope — API of release 0.1 */
export const library = defineLibrary({
  id: 'clipscope',
  label: 'clipscope',
  repo: 'https://github.com/Lewington-pitsos/clipscope',
  filter: false,
  downloads: ext('pt'),
  names: { pypi: ['clipscope'] },
  install: () => ({ python: ['clipscope', 'pillow'] }),
  snippets(facts, target) {
    const file = filesEnding(facts, '.pt').find((name) => !name.startsWith('-'))
    const layer = /^(\d{1,3})_resid\//.exec(file ?? '')?.[1]
    const notes: Note[] = [
      ...(file === undefined ? [{ code: 'file-missing' as const, text: 'No .pt file is known of this revision. Fill in its name.' }] : []),
      ...(file !== undefined && layer === undefined
        ? [{ code: 'module-unknown' as const, text: 'The name of the file does not tell the layer that it explains: set it in the code.' }]
        : []),
      ...noRevision(target, 'TopKSAE.from_pretrained'),
      { code: 'fixed-model', text: 'What it explains is laion/CLIP-ViT-L-14-laion2B-s32B-b82K, which has to be on this hub too.' },
    ]
    const device = target.device === 'auto' ? py`"cuda" if torch.cuda.is_available() else "cpu"` : py`${target.device}`
    const code = py`
      import torch
      from clipscope import ConfiguredViT, TopKSAE
      from PIL import Image

      device = ${device}
      sae = TopKSAE.from_pretrained(${file ?? fill('22_resid/your-checkpoint.pt')}, repo_id=${facts.id}, device=device)
      layer = (${Number(layer ?? 22)}, "resid")
      transformer = ConfiguredViT([layer], device=device)

      image = Image.open(${fill('your-image.jpg')}).convert("RGB")
      activations = transformer.cls_activations(image)[layer]
      print(sae.forward_verbose(activations)["latent"].topk(10))  # the features that answer most
    `
    return { drafts: [{ id: 'features', title: 'See which features a picture wakes', code: pythonBlock(target, code) }], notes }
  },
})
