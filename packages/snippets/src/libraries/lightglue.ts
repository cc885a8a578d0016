import { fill, identifier, lines, py, when } from '../code/index.ts'
import { anyOf, ext, path } from '../download-rule.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Note, type Snippets } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'
import type { Target } from '../target.ts'

/** The keypoint extractor for a weights file: files are named after it. Matched by words, longer ones before shorter ones. */
const extractors = [
  { word: 'superpoint', className: 'SuperPoint', size: 256, scaled: false },
  { word: 'doghardnet', className: 'DoGHardNet', size: 128, scaled: true },
  { word: 'aliked', className: 'ALIKED', size: 128, scaled: false },
  { word: 'disk', className: 'DISK', size: 128, scaled: false },
  { word: 'sift', className: 'SIFT', size: 128, scaled: true },
] as const

/**
 * Repositories with a configuration are loaded by transformers; the project's own weights are loaded into its class, which downloads its default
 * weights otherwise.
 * @see https://github.com/cvg/LightGlue, https://huggingface.co/docs/transformers/model_doc/lightglue — API of release 5.23 of transformers
 */
export const library = defineLibrary({
  id: 'lightglue',
  label: 'LightGlue',
  repo: 'https://github.com/cvg/LightGlue',
  filter: false,
  downloads: anyOf(ext('pth'), path('config.json')),
  names: { pypi: ['transformers', 'huggingface_hub'] },
  install: (facts) =>
    isForTransformers(facts)
      ? { python: ['transformers', 'torch', 'pillow'] }
      : { python: ['git+https://github.com/cvg/LightGlue.git', 'huggingface_hub'] },
  snippets: (facts, target) => (isForTransformers(facts) ? withTransformers(facts, target) : withWeights(facts, target)),
})

function isForTransformers(facts: ModelFacts): boolean {
  if (filesEnding(facts, '.pth').length > 0) return false
  return facts.modelType === 'lightglue' || facts.files.includes('config.json') || facts.tags.has('transformers')
}

function withTransformers(facts: ModelFacts, target: Target): Snippets {
  const code = py`
    import torch
    from PIL import Image
    from transformers import AutoImageProcessor, AutoModelForKeypointMatching

    ${lines('python', [
      py`processor = AutoImageProcessor.from_pretrained(${facts.id}${pythonRevision(target)})`,
      py`model = AutoModelForKeypointMatching.from_pretrained(${facts.id}${pythonRevision(target)})`,
    ])}

    images = [Image.open(${fill('your-first-image.jpg')}), Image.open(${fill('your-second-image.jpg')})]
    inputs = processor(images, return_tensors="pt")
    with torch.no_grad():
        outputs = model(**inputs)
    sizes = [[(image.height, image.width) for image in images]]
    for match in processor.post_process_keypoint_matching(outputs, sizes, threshold=0.2):
        print(match["keypoints0"], match["keypoints1"], match["matching_scores"])
  `
  return { drafts: [{ id: 'transformers', title: 'Match points of two pictures', code: pythonBlock(target, code) }] }
}

function withWeights(facts: ModelFacts, target: Target): Snippets {
  const files = filesEnding(facts, '.pth')
  const file = files.find((name) => name.includes('lightglue')) ?? files[0]
  const known = extractors.find(({ word }) => (file ?? facts.name).toLowerCase().includes(word))
  const { className, size, scaled } = known ?? extractors[0]
  const device = target.device === 'auto' ? py`"cuda" if torch.cuda.is_available() else "cpu"` : py`${target.device}`
  const code = py`
    import re

    import torch
    from huggingface_hub import hf_hub_download
    from lightglue import LightGlue, ${identifier(className)}, match_pair
    from lightglue.utils import load_image

    device = ${device}
    path = hf_hub_download(${facts.id}, ${file ?? fill('superpoint_lightglue.pth')}${pythonRevision(target)})
    weights = torch.load(path, map_location="cpu", weights_only=True)
    # older files name the layers the other way round
    weights = {re.sub(r"^(self|cross)_attn\.(\d+)", r"transformers.\2.\1_attn", name): value for name, value in weights.items()}
    matcher = LightGlue(features=None, input_dim=${size}${when(scaled, py`, add_scale_ori=True`)})
    matcher.load_state_dict(weights, strict=False)
    matcher = matcher.eval().to(device)
    extractor = ${identifier(className)}(max_num_keypoints=2048).eval().to(device)

    first = load_image(${fill('your-first-image.jpg')}).to(device)
    second = load_image(${fill('your-second-image.jpg')}).to(device)
    points_first, points_second, matches = match_pair(extractor, matcher, first, second)
    found = matches["matches"]
    print(points_first["keypoints"][found[:, 0]], points_second["keypoints"][found[:, 1]])
  `
  const notes: Note[] = [
    ...(file === undefined ? [{ code: 'file-missing' as const, text: 'No .pth file is known of this revision. Fill in its name.' }] : []),
    ...(known === undefined
      ? [{ code: 'version-unknown' as const, text: 'The name does not tell what finds the points: SuperPoint is taken.' }]
      : []),
    { code: 'fixed-model', text: 'What finds the points loads its own weights, from the addresses of its makers.' },
  ]
  return { drafts: [{ id: 'weights', title: 'Match points of two pictures', code: pythonBlock(target, code) }], notes }
}
