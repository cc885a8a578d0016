import { fill, py, when } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'

/** The packages required by its INSTALL.md, without those only used for training or for detecting people in an image. */
const packages = [
  'torch',
  'torchvision',
  'pytorch-lightning',
  'pyrender',
  'opencv-python',
  'yacs',
  'scikit-image',
  'einops',
  'timm',
  'dill',
  'pandas',
  'rich',
  'hydra-core',
  'pyrootutils',
  'chump',
  'networkx==3.2.1',
  'roma',
  'joblib',
  'loguru',
  'optree',
  'fvcore',
  'pycocotools',
  'xtcocotools',
  'jsonlines',
  'webdataset',
  'huggingface_hub',
]

/**
 * `setup_sam_3d_body` in its notebooks accepts no revision, and creates detectors that need more packages. Without a detector, the image is assumed
 * to show one person. @see https://github.com/facebookresearch/sam-3d-body — API of February 2026
 */
export const library = defineLibrary({
  id: 'sam-3d-body',
  label: 'SAM 3D Body',
  repo: 'https://github.com/facebookresearch/sam-3d-body',
  filter: false,
  downloads: path('model_config.yaml'),
  names: { none: 'Not on PyPI: the code runs inside a checkout of its repository.' },
  install: () => ({ checkout: { url: 'https://github.com/facebookresearch/sam-3d-body' }, python: packages }),
  snippets(facts, target) {
    const device = target.device === 'auto' ? py`"cuda" if torch.cuda.is_available() else "cpu"` : py`${target.device}`
    const code = py`
      import cv2
      ${when(target.device === 'auto', py`import torch`)}
      from huggingface_hub import snapshot_download
      from sam_3d_body import SAM3DBodyEstimator, load_sam_3d_body
      from tools.vis_utils import visualize_sample_together

      device = ${device}
      ${pythonSnapshot(facts, target)}
      model, config = load_sam_3d_body(f"{path}/model.ckpt", device=device, mhr_path=f"{path}/assets/mhr_model.pt")
      estimator = SAM3DBodyEstimator(sam_3d_body_model=model, model_cfg=config)

      image = cv2.imread(${fill('your-image.jpg')})
      people = estimator.process_one_image(cv2.cvtColor(image, cv2.COLOR_BGR2RGB))  # of several people: bboxes=
      picture = visualize_sample_together(image, people, estimator.faces)
      cv2.imwrite("output.jpg", picture.astype("uint8"))
    `
    return {
      drafts: [{ id: 'recover', title: 'Find the body of a person in a picture', code: pythonBlock(target, code) }],
      notes: [{ code: 'pickle', text: 'model.ckpt is unpickled, which can run code from the file. Do it only with files you trust.' }],
    }
  },
})
