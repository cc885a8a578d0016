import { py } from '../code/index.ts'
import { anyOf, ext } from '../download-rule.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** TorchGeo's model names, by substrings of their file names; the first match applies. */
const models: readonly (readonly [pattern: RegExp, model: string])[] = [
  [/unet|effb|efnet/, 'unet'],
  [/resnet18/, 'resnet18'],
  [/resnet152/, 'resnet152'],
  [/resnet50|rn50/, 'resnet50'],
  [/scalemae/, 'scalemae_large_patch16'],
  [/vits16|vit_small_patch16/, 'vit_small_patch16_224'],
  [/vitb16/, 'vit_base_patch16_224'],
  [/vitl16/, 'vit_large_patch16_224'],
  [/vith14/, 'vit_huge_patch14_224'],
  [/vits14/, 'vit_small_patch14_dinov2'],
  [/vitb14_softcon/, 'vit_base_patch14_dinov2'],
  [/swint_/, 'swin_v2_t'],
  [/swinb_/, 'swin_v2_b'],
  [/^CROMA_base/, 'croma_base'],
  [/^CROMA_large/, 'croma_large'],
  [/^dofa_base/, 'dofa_base_patch16_224'],
  [/^dofa_large/, 'dofa_large_patch16_224'],
  [/^earthloc/, 'earthloc'],
  [/^panopticon/, 'panopticon_vitb14'],
  [/^CopernicusFM/, 'copernicusfm_base'],
]

/**
 * TorchGeo identifies weights by URLs on huggingface.co, and first looks for a file with that name in the torch.hub cache, so the file is put there.
 * @see https://torchgeo.readthedocs.io/ — API of release 0.10
 */
export const library = defineLibrary({
  id: 'torchgeo',
  label: 'TorchGeo',
  repo: 'https://github.com/microsoft/torchgeo',
  docs: 'https://torchgeo.readthedocs.io/',
  filter: false,
  downloads: anyOf(ext('pt'), ext('pth')),
  names: { pypi: ['torchgeo', 'huggingface_hub'] },
  install: () => ({ python: ['torchgeo', 'huggingface_hub'] }),
  snippets(facts, target) {
    const found = weightsOf(facts)
    if (found === undefined)
      return {
        drafts: [],
        notes: [
          {
            code: 'no-variant',
            text: 'No file outside of folders has a name that tells which model of TorchGeo it belongs to.',
          },
        ],
      }
    const notes: Note[] = [
      { code: 'python-version', text: 'It needs Python 3.12 or newer.' },
      { code: 'fixed-model', text: 'Weights are told by the name of the file: only those that TorchGeo has in its list are found.' },
    ]
    const code = py`
      import torch
      from huggingface_hub import hf_hub_download
      from torchgeo.models import get_model, get_model_weights

      # what lies here is not downloaded again
      hf_hub_download(${facts.id}, ${found.file}${pythonRevision(target)}, local_dir=f"{torch.hub.get_dir()}/checkpoints")

      name = ${found.model}
      weights = next(each for each in get_model_weights(name) if each.url.endswith(${`/${found.file}`}))
      model = get_model(name, weights=weights)
      model.eval()
      print(weights.meta)
    `
    return { drafts: [{ id: 'load', title: 'Load the model with these weights', code: pythonBlock(target, code) }], notes }
  },
})

/** The first file that determines its model. */
function weightsOf(facts: ModelFacts): { file: string; model: string } | undefined {
  for (const file of facts.files) {
    if (!/\.pth?$/.test(file) || file.includes('/') || file.startsWith('-')) continue
    const model = models.find(([pattern]) => pattern.test(file))?.[1]
    if (model !== undefined) return { file, model }
  }
  return undefined
}
