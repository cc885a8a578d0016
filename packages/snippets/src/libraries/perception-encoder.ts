import { type Block, fill, identifier, py } from '../code/index.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Draft } from '../library.ts'
import { ext } from '../download-rule.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'
import type { Target } from '../target.ts'

/** Configurations by name, the longer one first where one is a prefix of another. */
const configurations = [
  'PE-Core-G14-448',
  'PE-Core-L14-336',
  'PE-Core-B16-224',
  'PE-Core-S16-384',
  'PE-Core-T16-384',
  'PE-Lang-G14-448-Tiling',
  'PE-Lang-L14-448-Tiling',
  'PE-Lang-G14-448',
  'PE-Lang-L14-448',
  'PE-Spatial-G14-448',
  'PE-Spatial-L14-448',
  'PE-Spatial-B16-512',
  'PE-Spatial-S16-512',
  'PE-Spatial-T16-512',
]

/**
 * A model is built by the name of its configuration, and accepts a checkpoint from any path; without one, it is downloaded from the authors' repo.
 * @see https://github.com/facebookresearch/perception_models — API of December 2025
 */
export const library = defineLibrary({
  id: 'perception-encoder',
  label: 'PerceptionEncoder',
  repoName: 'PerceptionModels',
  repo: 'https://github.com/facebookresearch/perception_models',
  filter: false,
  downloads: ext('pt'),
  names: { none: 'Not on PyPI: it is installed from its repository.' },
  install: () => ({
    python: ['torch', 'torchvision', 'huggingface_hub', 'pillow'],
    checkout: { url: 'https://github.com/facebookresearch/perception_models', editable: '.' },
  }),
  snippets(facts, target) {
    const known = configurations.find((name) => facts.name.includes(name))
    const drafts: Draft[] = []
    if (facts.id.includes('Core'))
      drafts.push({ id: 'clip', title: 'Compare a picture with texts', code: pythonBlock(target, clip(facts, target, known)) })
    drafts.push({ id: 'vision', title: 'Features of a picture', code: pythonBlock(target, vision(facts, target, known)) })
    return {
      drafts,
      notes:
        known === undefined
          ? [{ code: 'version-unknown', text: 'The name tells no configuration. Fill in the one that the model was trained with.' }]
          : [],
    }
  },
})

/** The configuration, the checkpoint, and a model of the class. */
function load(facts: ModelFacts, target: Target, known: string | undefined, className: 'CLIP' | 'VisionTransformer'): Block {
  const file = filesEnding(facts, '.pt')[0] ?? (known === undefined ? fill('your-checkpoint.pt') : `${known}.pt`)
  const device = target.device === 'auto' ? py`"cuda" if torch.cuda.is_available() else "cpu"` : py`${target.device}`
  return py`
    device = ${device}
    path = hf_hub_download(${facts.id}, ${file}${pythonRevision(target)})
    model = pe.${identifier(className)}.from_config(${known ?? fill('PE-Core-L14-336')}, pretrained=True, checkpoint_path=path)
    model = model.to(device).eval()
    preprocess = transforms.get_image_transform(model.image_size)
    image = preprocess(Image.open(${fill('your-image.jpg')})).unsqueeze(0).to(device)
  `
}

const imports = py`
  import core.vision_encoder.pe as pe
  import core.vision_encoder.transforms as transforms
  import torch
  from huggingface_hub import hf_hub_download
  from PIL import Image
`

function clip(facts: ModelFacts, target: Target, known: string | undefined): Block {
  return py`
    ${imports}

    ${load(facts, target, known, 'CLIP')}
    tokenizer = transforms.get_text_tokenizer(model.context_length)
    texts = tokenizer(["a ship", "a lighthouse", "a gull"]).to(device)
    with torch.no_grad():
        image_features, text_features, logit_scale = model(image, texts)
    print((logit_scale * image_features @ text_features.T).softmax(dim=-1))
  `
}

function vision(facts: ModelFacts, target: Target, known: string | undefined): Block {
  return py`
    ${imports}

    ${load(facts, target, known, 'VisionTransformer')}
    with torch.no_grad():
        print(model(image).shape)
  `
}
