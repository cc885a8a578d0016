import { type Block, fill, type Hole, py, when } from '../code/index.ts'
import type { ModelFacts } from '../facts/model-facts.ts'

const prompts = {
  image: 'An old sea chart of an imaginary coast, ink on parchment, fine detail',
  edit: 'Turn this picture into an ink drawing',
  video: 'The waves roll in slowly and the sails fill',
}

/** How a diffusers model is loaded: as its own pipeline, or into a pipeline of its base model. */
export type DiffusersKind = 'inpaint' | 'controlnet' | 'lora' | 'textual-inversion' | 'flux-fill' | 'pipeline'

/** The use of a pipeline, independent of how it is loaded. */
export interface DiffusersCase {
  readonly kind: DiffusersKind
  /** Imports from `diffusers.utils` that the call needs. */
  readonly imports: Block | undefined
  /** Whether the call itself uses torch. */
  readonly usesTorch: boolean
  /** Calls `pipe` and saves its output. `device` is the device of the random number generator. */
  readonly call: (device: Hole | Block) => Block
}

export function diffusersCase(facts: ModelFacts): DiffusersCase {
  const prompt = (kind: keyof typeof prompts) => facts.widgetText ?? facts.instancePrompt ?? prompts[kind]
  const loadImage = py`from diffusers.utils import load_image`
  if (has(facts, 'StableDiffusionInpaintPipeline') || has(facts, 'StableDiffusionXLInpaintPipeline')) {
    const call = (device: Hole | Block) => py`
      image = load_image(${fill('your-image.png')}).resize((1024, 1024))
      mask = load_image(${fill('your-mask.png')}).resize((1024, 1024))
      result = pipe(
          prompt=${prompt('image')},
          image=image,
          mask_image=mask,
          guidance_scale=8.0,
          num_inference_steps=20,
          strength=0.99,
          generator=torch.Generator(${device}).manual_seed(0),
      ).images[0]
      result.save("output.png")
    `
    return { kind: 'inpaint', imports: loadImage, usesTorch: true, call }
  }
  if (facts.tags.has('controlnet')) {
    const call = py`pipe(${prompt('image')}, image=load_image(${fill('your-control-image.png')})).images[0].save("output.png")`
    return { kind: 'controlnet', imports: loadImage, usesTorch: false, call: () => call }
  }
  const byTask = { imports: taskImports(facts.task), usesTorch: false, call: () => taskCall(facts, prompt) }
  if (facts.tags.has('lora')) return { kind: 'lora', ...byTask }
  if (facts.tags.has('textual_inversion')) {
    const call = py`pipe(${prompt('image')}).images[0].save("output.png")`
    return { kind: 'textual-inversion', imports: undefined, usesTorch: false, call: () => call }
  }
  if (has(facts, 'FluxFillPipeline')) {
    const call = py`
      result = pipe(
          prompt=${prompt('image')},
          image=load_image(${fill('your-image.png')}),
          mask_image=load_image(${fill('your-mask.png')}),
          height=1632,
          width=1232,
          guidance_scale=30,
          num_inference_steps=50,
          max_sequence_length=512,
          generator=torch.Generator("cpu").manual_seed(0),
      ).images[0]
      result.save("output.png")
    `
    return { kind: 'flux-fill', imports: loadImage, usesTorch: true, call: () => call }
  }
  return { kind: 'pipeline', ...byTask }
}

/** Packages the call needs in addition to diffusers: LoRA weights load through peft, and imageio writes videos. */
export function diffusersExtras(facts: ModelFacts): string[] {
  return [
    ...(facts.tags.has('lora') ? ['peft'] : []),
    ...(facts.task === 'image-to-video' || facts.task === 'text-to-video' ? ['imageio', 'imageio-ffmpeg'] : []),
  ]
}

function has(facts: ModelFacts, className: string): boolean {
  return facts.tags.has(className) || facts.tags.has(`diffusers:${className}`) || facts.pipelineClass === className
}

/** Stable Video Diffusion animates an image on its own; it takes no text. */
function isPromptless(facts: ModelFacts): boolean {
  return has(facts, 'StableVideoDiffusionPipeline')
}

function taskImports(task: string | null): Block | undefined {
  if (task === 'image-to-video') return py`from diffusers.utils import export_to_video, load_image`
  if (task === 'text-to-video') return py`from diffusers.utils import export_to_video`
  return when(task === 'image-to-image', py`from diffusers.utils import load_image`)
}

function taskCall(facts: ModelFacts, prompt: (kind: keyof typeof prompts) => string): Block {
  switch (facts.task) {
    case 'image-to-image':
      return py`pipe(image=load_image(${fill('your-image.png')}), prompt=${prompt('edit')}).images[0].save("output.png")`
    case 'image-to-video':
      return py`
        frames = pipe(image=load_image(${fill('your-image.png')})${when(!isPromptless(facts), py`, prompt=${prompt('video')}`)}).frames[0]
        export_to_video(frames, "output.mp4")
      `
    case 'text-to-video':
      return py`
        frames = pipe(prompt=${prompt('video')}).frames[0]
        export_to_video(frames, "output.mp4")
      `
    case 'unconditional-image-generation':
      return py`pipe().images[0].save("output.png")`
    default:
      return py`pipe(${prompt('image')}).images[0].save("output.png")`
  }
}
