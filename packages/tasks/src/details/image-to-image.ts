import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { harbour } from '../pictures/harbor.ts'

export const detail: TaskDetail = {
  summary:
    'A picture goes in, and a changed picture comes out: larger, sharper, in colour, with a gap filled, in another style. What is changed is fixed by the model or steered by a prompt; models that follow free instructions about a given picture are listed under image-text-to-image.',
  uses: [
    { title: 'Enlarge', text: 'Four times the size, with plausible detail, for print and old video.' },
    { title: 'Repair', text: 'Remove scratches, noise, rain or people; fill what was behind them.' },
    { title: 'Colour', text: 'Black and white photographs, line drawings.' },
    { title: 'Sketch to picture', text: 'Turn outlines, a map of classes or a pose into a finished image.' },
  ],
  input: 'A picture; for filling also a mask, for diffusion also a prompt and a strength that says how far to move away from the original.',
  output: 'A picture of the same or a larger size.',
  demo: {
    inputs: [{ type: 'img', filename: 'input.svg', alt: 'A line drawing of a sailing boat in a harbour' }],
    outputs: [{ type: 'img', filename: 'output.svg', alt: 'The same scene in full colour' }],
  },
  files: { 'input.svg': picture(() => harbour({ isSketch: true })), 'output.svg': picture(() => harbour()) },
  metrics: [metric.psnr, metric.ssim, metric.inceptionScore, metric.lpips],
  variants: [
    { name: 'Super-resolution', text: 'More pixels, with detail that fits.' },
    { name: 'Inpainting', text: 'The part under a mask is drawn again; outpainting continues beyond the edge.' },
    { name: 'Colourisation', text: 'From grey to colour; the model guesses, history may differ.' },
    { name: 'Restoration', text: 'Removes blur, noise, haze and the marks of compression.' },
    { name: 'Style transfer', text: 'The content of one picture in the manner of another.' },
  ],
  related: ['image-text-to-image', 'text-to-image', 'image-segmentation', 'video-to-video'],
}
