import { fill, py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'

/** The loader accepts folders, but no revision. @see https://github.com/microsoft/renderformer — API of August 2025 */
export const library = defineLibrary({
  id: 'renderformer',
  label: 'RenderFormer',
  repo: 'https://github.com/microsoft/renderformer',
  filter: false,
  downloads: 'default',
  names: { none: 'Not on PyPI: the code runs inside a checkout of its repository.' },
  install: () => ({
    python: ['torch', 'h5py', 'imageio', 'huggingface_hub'],
    checkout: { url: 'https://github.com/microsoft/renderformer', requirements: 'requirements.txt' },
  }),
  snippets(facts, target) {
    const device =
      target.device === 'auto'
        ? py`"cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"`
        : py`${target.device}`
    const code = py`
      import h5py
      import imageio.v3 as iio
      import torch
      from huggingface_hub import snapshot_download
      from renderformer import RenderFormerRenderingPipeline

      device = torch.device(${device})
      ${pythonSnapshot(facts, target)}
      pipeline = RenderFormerRenderingPipeline.from_pretrained(path)
      pipeline.to(device)

      # a scene of your own becomes such a file with scene_processor/convert_scene.py
      with h5py.File(${fill('your-scene.h5')}) as file:
          scene = {name: torch.tensor(file[name][()]).float()[None].to(device) for name in ("triangles", "texture", "vn", "c2w", "fov")}
      images = pipeline(
          triangles=scene["triangles"],
          texture=scene["texture"],
          mask=torch.ones(scene["triangles"].shape[:2], dtype=torch.bool, device=device),
          vn=scene["vn"],
          c2w=scene["c2w"],
          fov=scene["fov"].unsqueeze(-1),
          resolution=512,
          torch_dtype=torch.float16 if device.type == "cuda" else torch.float32,
      )
      iio.imwrite("output.png", (images[0, 0].clamp(0, 1) * 255).byte().cpu().numpy())
    `
    return { drafts: [{ id: 'render', title: 'Render a scene', code: pythonBlock(target, code) }] }
  },
})
