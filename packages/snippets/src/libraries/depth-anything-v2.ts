import { fill, json, py } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** Encoder, features and channels, by the authors' repositories. */
const sizes: ReadonlyMap<string, { readonly encoder: string; readonly features: number; readonly channels: readonly number[] }> = new Map([
  ['depth-anything/Depth-Anything-V2-Small', { encoder: 'vits', features: 64, channels: [48, 96, 192, 384] }],
  ['depth-anything/Depth-Anything-V2-Base', { encoder: 'vitb', features: 128, channels: [96, 192, 384, 768] }],
  ['depth-anything/Depth-Anything-V2-Large', { encoder: 'vitl', features: 256, channels: [256, 512, 1024, 1024] }],
])

/**
 * `infer_image` chooses the image's device itself, and the model must be on the same one.
 * @see https://github.com/DepthAnything/Depth-Anything-V2 — its main branch
 */
export const library = defineLibrary({
  id: 'depth-anything-v2',
  label: 'DepthAnythingV2',
  repoName: 'Depth Anything V2',
  repo: 'https://github.com/DepthAnything/Depth-Anything-V2',
  filter: false,
  downloads: ext('pth'),
  names: { none: 'Its makers publish it in their repository only: the package of that name is a copy by somebody else.' },
  install: () => ({
    checkout: { url: 'https://github.com/DepthAnything/Depth-Anything-V2' },
    python: ['torch', 'torchvision', 'opencv-python', 'huggingface_hub'],
  }),
  snippets(facts, target) {
    const byName = [...sizes].find(([name]) => name === facts.id)?.[1]
    const [file] = filesEnding(facts, '.pth').filter((name) => !name.startsWith('-'))
    // For a copy under another name, the file determines the encoder.
    const size = byName ?? [...sizes.values()].find(({ encoder }) => file?.includes(encoder) === true)
    const notes: Note[] = [
      ...(size === undefined
        ? [
            {
              code: 'encoder-unknown' as const,
              text: 'Neither the name nor a file tells the encoder. The figures in the code are those of the small one (vits): set them to those of this model.',
            },
          ]
        : []),
      { code: 'pickle', text: 'A .pth file is a pickle: loading it can run code. Do it only with files you trust.' },
    ]
    const { encoder, features, channels } = size ?? { encoder: 'vits', features: 64, channels: [48, 96, 192, 384] }
    const code = py`
      import cv2
      import torch
      from depth_anything_v2.dpt import DepthAnythingV2
      from huggingface_hub import hf_hub_download

      model = DepthAnythingV2(encoder=${encoder}, features=${features}, out_channels=${json(channels)})
      path = hf_hub_download(${facts.id}, ${file ?? (size === undefined ? fill('your-model.pth') : `depth_anything_v2_${encoder}.pth`)}${pythonRevision(target)})
      model.load_state_dict(torch.load(path, map_location="cpu", weights_only=True))
      device = "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"
      model = model.to(device).eval()

      image = cv2.imread(${fill('your-image.jpg')})
      depth = model.infer_image(image)  # height by width, larger is nearer
      print(depth.shape)
    `
    return { drafts: [{ id: 'depth', title: 'Estimate the depth of a picture', code: pythonBlock(target, code) }], notes }
  },
})
