import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { buoyMesh } from '../pictures/figures.ts'

export const detail: TaskDetail = {
  summary:
    'A description goes in, and a three-dimensional object comes out, as a mesh, a cloud of Gaussians or a field that can be rendered from any side. Many systems first draw the object from several sides and then build the shape that agrees with the drawings.',
  uses: [
    { title: 'Games and films', text: 'Props and backgrounds as a first version.' },
    { title: 'Printing', text: 'Shapes to hold in the hand, after a check that the mesh is closed.' },
    { title: 'Prototypes', text: 'See a product from all sides before it is drawn.' },
  ],
  input: 'A prompt for one object; scenes are harder. Seed and guidance as for pictures.',
  output: 'A mesh with colours or textures (GLB, OBJ), Gaussians (PLY) or a rendered turntable.',
  demo: {
    inputs: [{ type: 'text', label: 'Prompt', content: 'A conical red buoy with a lamp on top' }],
    outputs: [{ type: 'img', filename: 'output.svg', alt: 'The mesh of a conical buoy with a lamp, drawn as lines' }],
  },
  files: { 'output.svg': picture(buoyMesh) },
  metrics: [
    { ...metric.clip, description: 'CLIP score of rendered views with the prompt, averaged over the views.' },
    {
      id: 'user_preference',
      name: 'Preference',
      description:
        'How often people choose this object over that of another system for the same prompt. Shape and texture have no better judge yet.',
      better: 'higher',
    },
  ],
  variants: [
    { name: 'Mesh', text: 'Triangles with a texture, ready for engines.' },
    { name: 'Gaussians', text: 'Quick to make and to render, hard to edit.' },
    { name: 'By optimisation', text: 'A picture model judges renderings until they fit: slow, needs no 3D data.' },
  ],
  related: ['image-to-3d', 'text-to-image', 'depth-estimation'],
}
