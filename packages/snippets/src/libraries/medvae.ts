import { fill, py } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** Models that the package supports, with the files of each; the first one found in the repository is used. */
const models = [
  { name: 'medvae_4_3_2d', config: 'model_weights/medvae_4x3.yaml', weights: 'model_weights/vae_4x_3c_2D.ckpt' },
  { name: 'medvae_4_1_2d', config: 'model_weights/medvae_4x1.yaml', weights: 'model_weights/vae_4x_1c_2D.ckpt' },
  { name: 'medvae_4_4_2d', config: 'model_weights/medvae_4x4.yaml', weights: 'model_weights/vae_4x_4c_2D.ckpt' },
  { name: 'medvae_8_1_2d', config: 'model_weights/medvae_8x1.yaml', weights: 'model_weights/vae_8x_1c_2D.ckpt' },
  { name: 'medvae_8_4_2d', config: 'model_weights/medvae_8x4.yaml', weights: 'model_weights/vae_8x_4c_2D.ckpt' },
  { name: 'medvae_4_1_3d', config: 'model_weights/medvae_4x1.yaml', weights: 'model_weights/vae_4x_1c_3D.ckpt' },
  { name: 'medvae_8_1_3d', config: 'model_weights/medvae_8x1.yaml', weights: 'model_weights/vae_8x_1c_3D.ckpt' },
] as const

/**
 * The documented class, medvae.MVAE, always loads stanfordmimi/MedVAE; its underlying parts accept these files.
 * @see https://github.com/StanfordMIMI/MedVAE — API of release 0.1.7
 */
export const library = defineLibrary({
  id: 'medvae',
  label: 'MedVAE',
  repo: 'https://github.com/StanfordMIMI/MedVAE',
  filter: false,
  downloads: ext('ckpt'),
  names: { pypi: ['medvae', 'huggingface_hub'] },
  install: () => ({ python: ['medvae', 'huggingface_hub'] }),
  snippets(facts, target) {
    const found = modelOf(facts)
    const { name, config, weights } = found ?? models[0]
    const revision = pythonRevision(target)
    const device = target.device === 'auto' ? py`"cuda" if torch.cuda.is_available() else "cpu"` : py`${target.device}`
    const load = py`
      import torch
      from huggingface_hub import hf_hub_download
      from medvae.utils.factory import build_model, build_transform

      device = ${device}
      config = hf_hub_download(${facts.id}, ${config}${revision})
      weights = hf_hub_download(${facts.id}, ${weights}${revision})
      model = build_model(${name}, config, weights).eval().to(device)
    `
    const code = name.endsWith('3d')
      ? py`
          ${load}

          scan = build_transform(${name}, "ct")(${fill('your-scan.nii.gz')}).unsqueeze(0).to(device)  # "mri" for MRI
          with torch.no_grad():
              latent, _, _ = model(scan, decode=False)
          print(latent.shape)
        `
      : py`
          ${load}

          transform = build_transform(${name}, "xray")
          image = transform(${fill('your-xray.png')}, merge_channels=${name.includes('_1_')}).unsqueeze(0).to(device)
          with torch.no_grad():
              _, _, latent = model(image, decode=False)
          print(latent.shape)
        `
    return {
      drafts: [{ id: name.endsWith('3d') ? 'scan' : 'picture', title: 'Encode a medical picture', code: pythonBlock(target, code) }],
      notes: [
        ...(found === undefined
          ? [
              {
                code: 'file-missing' as const,
                text: 'No files of a model that the package knows are known of this revision: the names in the code are the usual ones.',
              },
            ]
          : []),
        { code: 'pickle', text: 'A .ckpt file is a pickle: older releases of PyTorch run code in it. Load only files you trust.' },
      ],
    }
  },
})

function modelOf(facts: ModelFacts) {
  return models.find(({ config, weights }) => facts.files.includes(config) && facts.files.includes(weights))
}
