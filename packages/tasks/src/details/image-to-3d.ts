import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { buoyMesh, buoyPhoto } from '../pictures/figures.ts'

export const detail: TaskDetail = {
  summary:
    'One or a few pictures of an object or place go in, and a three-dimensional model comes out. From one picture the back is invented; from several with overlap the shape can be measured, and some models give cameras, depth and points in one go.',
  uses: [
    { title: 'Digitise things', text: 'Catalog pictures into models that turn.' },
    { title: 'Preserve', text: 'Buildings and finds from the photographs that exist.' },
    { title: 'Games and robots', text: 'Scenes to move in, made from a few snapshots.' },
  ],
  input: 'A picture with the object in the middle, best without background; or several from around it.',
  output: 'A mesh (GLB, OBJ), Gaussians (PLY), or points with colours.',
  demo: {
    inputs: [{ type: 'img', filename: 'input.svg', alt: 'A red conical buoy with a lamp in the water' }],
    outputs: [{ type: 'img', filename: 'output.svg', alt: 'The mesh of the buoy, drawn as lines' }],
  },
  files: { 'input.svg': picture(buoyPhoto), 'output.svg': picture(buoyMesh) },
  metrics: [
    {
      id: 'chamfer_distance',
      name: 'Chamfer distance',
      description: 'Mean distance from each point of one surface to the nearest of the other, both ways, after alignment.',
      better: 'lower',
    },
    {
      ...metric.lpips,
      description: 'Distance between rendered and real pictures from viewpoints that were not given, in the features of a network.',
    },
    metric.psnr,
  ],
  variants: [
    { name: 'One picture', text: 'Plausible, not measured.' },
    { name: 'Several pictures', text: 'Photogrammetry by networks: cameras need not be known.' },
    { name: 'Novel views', text: 'Pictures from other sides instead of a shape.' },
  ],
  related: ['text-to-3d', 'depth-estimation', 'image-segmentation'],
}
