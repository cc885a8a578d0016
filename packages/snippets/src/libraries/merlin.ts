import { fill, py } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** The file that the package itself downloads. */
const usual = 'i3_resnet_clinical_longformer_best_clip_04-02-2024_23-21-36_epoch_99.pt'

/**
 * The documented class, merlin.Merlin, takes no name and loads stanfordmimi/Merlin; its underlying class accepts these weights.
 * @see https://github.com/StanfordMIMI/Merlin — API of release 0.0.7
 */
export const library = defineLibrary({
  id: 'merlin',
  label: 'Merlin',
  repo: 'https://github.com/StanfordMIMI/Merlin',
  filter: false,
  downloads: ext('pt'),
  names: { pypi: ['merlin-vlm', 'huggingface_hub'] },
  install: () => ({ python: ['merlin-vlm'] }),
  snippets(facts, target) {
    const found = weightsOf(facts)
    const device = target.device === 'auto' ? py`"cuda" if torch.cuda.is_available() else "cpu"` : py`${target.device}`
    const code = py`
      import torch
      from huggingface_hub import hf_hub_download
      from merlin.data.monai_transforms import ImageTransforms
      from merlin.models.build import MerlinArchitecture

      device = ${device}
      path = hf_hub_download(${facts.id}, ${found ?? usual}${pythonRevision(target)})
      model = MerlinArchitecture(ImageEmbedding=True)
      model.load_state_dict(torch.load(path, map_location="cpu", weights_only=True))
      model = model.eval().to(device)

      # a CT scan of an abdomen, as a NIfTI file
      scan = ImageTransforms({"image": ${fill('your-scan.nii.gz')}})["image"].unsqueeze(0)
      with torch.no_grad():
          embedding = model(scan.to(device))
      print(embedding[0].shape)
    `
    return {
      drafts: [{ id: 'embed', title: 'Embed a CT scan', code: pythonBlock(target, code) }],
      notes: [
        ...(found === undefined
          ? [
              {
                code: 'file-missing' as const,
                text: 'No file of weights for scans and texts is known of this revision: the name in the code is the usual one.',
              },
            ]
          : []),
        {
          code: 'fixed-model',
          text: 'Texts are read by yikuan8/Clinical-Longformer: that has to be on this hub too. torchvision fetches a ResNet from pytorch.org.',
        },
      ],
    }
  },
})

/** Weights for scans and texts; those for reports and for disease prediction have other classes. */
function weightsOf(facts: ModelFacts): string | undefined {
  const files = filesEnding(facts, '.pt').filter((file) => !/report|disease/i.test(file))
  return files.find((file) => /clip/i.test(file)) ?? files[0]
}
