import { type Block, fill, identifier, lines, py, when } from '../code/index.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'
import { revisionOf, type Target } from '../target.ts'

/** Configurations by checkpoint name, without the extension. */
const configurations = new Map([
  ['sam2_hiera_tiny', 'configs/sam2/sam2_hiera_t.yaml'],
  ['sam2_hiera_small', 'configs/sam2/sam2_hiera_s.yaml'],
  ['sam2_hiera_base_plus', 'configs/sam2/sam2_hiera_b+.yaml'],
  ['sam2_hiera_large', 'configs/sam2/sam2_hiera_l.yaml'],
  ['sam2.1_hiera_tiny', 'configs/sam2.1/sam2.1_hiera_t.yaml'],
  ['sam2.1_hiera_small', 'configs/sam2.1/sam2.1_hiera_s.yaml'],
  ['sam2.1_hiera_base_plus', 'configs/sam2.1/sam2.1_hiera_b+.yaml'],
  ['sam2.1_hiera_large', 'configs/sam2.1/sam2.1_hiera_l.yaml'],
])

interface Checkpoint {
  readonly file: string
  readonly configuration: string
}

/** By a file with a known name, otherwise by the repo's name: `sam2.1-hiera-large`. */
function checkpointOf({ files, name }: ModelFacts): Checkpoint | null {
  const candidates = [...files.filter((file) => file.endsWith('.pt')), `${name.replaceAll('-', '_')}.pt`]
  for (const file of candidates) {
    const configuration = configurations.get(file.slice(file.lastIndexOf('/') + 1, -'.pt'.length))
    if (configuration !== undefined) return { file, configuration }
  }
  return null
}

/**
 * `from_pretrained` supports eight of its authors' ids and no revision; any other checkpoint is built from a configuration and a path.
 * @see https://github.com/facebookresearch/sam2 — API of release 1.1
 */
export const library = defineLibrary({
  id: 'sam2',
  label: 'sam2',
  repo: 'https://github.com/facebookresearch/segment-anything-2',
  filter: false,
  downloads: ext('pt'),
  names: { none: 'Its makers publish it in their repository only: the sam2 of PyPI is a copy by others.' },
  install: () => ({ python: ['git+https://github.com/facebookresearch/sam2', 'huggingface_hub', 'pillow', 'numpy'] }),
  snippets(facts, target) {
    const checkpoint = checkpointOf(facts)
    return {
      drafts: [
        { id: 'image', title: 'Segment a picture', code: pythonBlock(target, image(facts, target, checkpoint)) },
        { id: 'video', title: 'Follow something through a video', code: pythonBlock(target, video(facts, target, checkpoint)) },
      ],
      notes:
        checkpoint === null
          ? [{ code: 'file-missing', text: 'No checkpoint of a known name is in this revision. Fill in its name and its configuration.' }]
          : [],
    }
  },
})

function isOfficial(facts: ModelFacts, target: Target): boolean {
  return revisionOf(target) === null && facts.id === `facebook/${facts.name}` && configurations.has(facts.name.replaceAll('-', '_'))
}

function device(target: Target): Block {
  return target.device === 'auto' ? py`device = "cuda" if torch.cuda.is_available() else "cpu"` : py`device = ${target.device}`
}

/** `build(configuration, path, device=device)`, after the lines that download the checkpoint. */
function download(facts: ModelFacts, target: Target, checkpoint: Checkpoint | null): Block {
  return py`path = hf_hub_download(${facts.id}, ${checkpoint?.file ?? fill('your-checkpoint.pt')}${pythonRevision(target)})`
}

function build(name: 'build_sam2' | 'build_sam2_video_predictor', checkpoint: Checkpoint | null): Block {
  return py`${identifier(name)}(${checkpoint?.configuration ?? fill('configs/sam2.1/sam2.1_hiera_l.yaml')}, path, device=device)`
}

function image(facts: ModelFacts, target: Target, checkpoint: Checkpoint | null): Block {
  const official = isOfficial(facts, target)
  return py`
    import numpy as np
    import torch
    ${when(!official, py`from huggingface_hub import hf_hub_download`)}
    from PIL import Image
    ${when(!official, py`from sam2.build_sam import build_sam2`)}
    from sam2.sam2_image_predictor import SAM2ImagePredictor

    ${device(target)}
    ${
      official
        ? py`predictor = SAM2ImagePredictor.from_pretrained(${facts.id}, device=device)`
        : lines('python', [download(facts, target, checkpoint), py`predictor = SAM2ImagePredictor(${build('build_sam2', checkpoint)})`])
    }
    image = np.array(Image.open(${fill('your-image.jpg')}).convert("RGB"))
    with torch.inference_mode(), torch.autocast(device, dtype=torch.bfloat16):
        predictor.set_image(image)
        # a point on what to cut out: x, y in pixels
        masks, scores, _ = predictor.predict(point_coords=np.array([[200, 150]]), point_labels=np.array([1]))
    print(masks.shape, scores)
  `
}

function video(facts: ModelFacts, target: Target, checkpoint: Checkpoint | null): Block {
  const official = isOfficial(facts, target)
  return py`
    import numpy as np
    import torch
    ${
      official
        ? py`from sam2.sam2_video_predictor import SAM2VideoPredictor`
        : py`
            from huggingface_hub import hf_hub_download
            from sam2.build_sam import build_sam2_video_predictor
          `
    }

    ${device(target)}
    ${
      official
        ? py`predictor = SAM2VideoPredictor.from_pretrained(${facts.id}, device=device)`
        : lines('python', [download(facts, target, checkpoint), py`predictor = ${build('build_sam2_video_predictor', checkpoint)}`])
    }
    point = np.array([[200, 150]], dtype=np.float32)  # on what to follow: x, y in pixels of the first frame
    with torch.inference_mode(), torch.autocast(device, dtype=torch.bfloat16):
        state = predictor.init_state(${fill('folder-of-jpeg-frames')})
        predictor.add_new_points_or_box(state, frame_idx=0, obj_id=1, points=point, labels=np.array([1], dtype=np.int32))
        for frame, objects, masks in predictor.propagate_in_video(state):
            print(frame, objects, masks.shape)
  `
}
